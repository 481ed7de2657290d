import { isShowPoints } from "../scene/manual-counting.js";
import { PART_TIME } from "../scene/tempo.js";

const AT_LEAST = 500;
const FOR_A_CARD_MORE = 50;
const UP_TO = { choice: 750, none: 250 };

/**
 * How long a bot seems to think before its move is drawn, in milliseconds: never twice the same, and longer with a
 * choice that everybody can see. It moved long ago; this is for the eye alone.
 * @param {number} held  the cards it may choose among
 * @param {number} chance  from 0 up to 1
 */
export const botDelay = (held, chance) =>
  Math.round(AT_LEAST + FOR_A_CARD_MORE * Math.max(held - 1, 0) + chance * (held > 1 ? UP_TO.choice : UP_TO.none));

/** Points of a show are pegged when the panel has counted its last part. */
const untilCounted = ({ showing, reckoned }) =>
  showing && !reckoned.some(({ e }) => e === "pegged")
    ? Math.max(PART_TIME * showing.parts.length, AT_LEAST)
    : AT_LEAST;

/**
 * How long the eye needs before an event is drawn, in milliseconds.
 * @param {object|null} event @param {number|null} you @param {import("../scene/scene.js").Scene} scene before it
 */
export function pauseBefore(event, you, scene) {
  switch (event?.e) {
    case "thrown": return event.seat === you ? 0 : 900; // the cards have flown out by then
    case "played": return event.seat === you ? 0 : 650;
    case "go": return event.seat === you ? 0 : 600;
    case "pegged": return isShowPoints(event) ? untilCounted(scene) : 300; // the card has landed by then
    case "laid_open": return 400;
    case "claimed": case "called": return event.seat === you ? 0 : 400;
    case "new_count": return 1000;
    case "starter": return 500;
    case "counted": return 900;
    case "dealt": return event.number === 1 ? 2200 : 150;
    case "over": return 700;
    default: return 0;
  }
}

/**
 * The pause before an event is drawn; a bot takes its time if its opponent wants that.
 * @param {object|null} event
 * @param {{you: number, bots: boolean[], scene: import("../scene/scene.js").Scene, botPause: "natural"|"none"}}
 *   table  `scene`: before the event
 */
export function pauseAtTable(event, { you, bots, scene, botPause }, chance = Math.random()) {
  const cards = { played: scene.held[event?.seat], go: 1 }[event?.e];
  if (!bots[event?.seat] || cards === undefined) return pauseBefore(event, you, scene);
  return botPause === "none" ? 0 : botDelay(cards, chance);
}

/**
 * Draws what happened at the pace of a table: a queue of steps, each after its pause, held for a player who looks at
 * the show until `resume`.
 *
 * @typedef {{event: object|null, view: object}} Step  an event, or (null) the view that stands after its events
 */
export class Pace {
  /**
   * @param {{apply: (step: Step) => void, pause: (step: Step) => number, takeOff: (step: Step) => number,
   *   holds: (step: Step|null) => boolean, idle: () => void}} table
   *   `takeOff`: shows what flies before a step is drawn, and says how long it takes
   */
  constructor(table) {
    this.table = table;
    this.queue = [];
    this.running = null;
    this.skipping = false;
    this.rushing = false;
  }

  get busy() {
    return this.queue.length > 0;
  }

  push(steps) {
    this.queue.push(...steps);
    if (!this.running) this.run();
  }

  clear() {
    clearTimeout(this.timer);
    this.queue = [];
    this.running = null;
    this.skipping = false;
    this.rushing = false;
  }

  /** Goes on after a hold; with `skip`, without holding again until all that is queued has been drawn. */
  resume(skip = false) {
    this.skipping = skip;
    this.running = null;
    this.run();
  }

  /** Draws all that is queued now, without a hold. */
  hurry() {
    this.skipping = this.busy;
    if (this.running === "held") this.resume(this.busy);
    else this.catchUp();
  }

  /** Draws what is queued now, up to the next hold: a player who moves does not wait for it. */
  catchUp() {
    if (this.running !== "going") return;
    clearTimeout(this.timer);
    this.rushing = true;
    this.run();
  }

  run() {
    const step = this.queue[0];
    if (!step) return this.rest(null);
    if (this.table.holds(step) && !this.skipping) return this.rest("held");
    this.running = "going";
    const { table, isHasty } = this;
    this.after(isHasty ? 0 : table.pause(step), () =>
      this.after(isHasty ? 0 : table.takeOff(step), () => {
        this.queue.shift();
        table.apply(step);
        this.run();
      }),
    );
  }

  after(wait, next) {
    this.next = next;
    if (wait) this.timer = setTimeout(next, wait);
    else next();
  }

  /** Goes on at once from a pause, as the player has done what it was there for; what follows has its own pauses. */
  proceed() {
    if (this.running !== "going") return;
    clearTimeout(this.timer);
    this.next();
  }

  /** Whether what is drawn now is drawn without pauses, all at once. */
  get isHasty() {
    return this.skipping || this.rushing;
  }

  /** @param {"held"|null} how */
  rest(how) {
    this.running = how;
    this.rushing = false;
    if (how === null) this.skipping = false;
    this.table.idle();
  }
}
