/**
 * Describes events in the log and to screen readers. A hand is described only when its points are pegged, so that
 * nothing is revealed before it is counted.
 */

export class Narrator {
  /** @param {{log: import("./log.js").Log, announcer: import("./announcer.js").Announcer}} to */
  constructor({ log, announcer }) {
    Object.assign(this, { log, announcer });
    /** @type {import("../scene/history.js").Line|null} */
    this.counted = null;
  }

  /** @param {object} event @param {string} says */
  tell(event, says) {
    this.tellCounted();
    if (event.e === "counted") this.counted = { event, says };
    else this.speak(event, says);
  }

  /**
   * A hand without points is announced as well, after it has been counted.
   * @param {number} after in milliseconds
   */
  tellCountedSoon(after) {
    clearTimeout(this.timer);
    if (this.counted) this.timer = setTimeout(() => this.tellCounted(), after);
  }

  tellCounted() {
    clearTimeout(this.timer);
    const { counted } = this;
    this.counted = null;
    if (counted) this.speak(counted.event, counted.says);
  }

  speak(event, says) {
    this.announcer.announce(says);
    this.log.append(event, says);
  }
}
