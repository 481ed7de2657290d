/**
 * What happened, drawn at the pace of a table: a queue of steps, each after its pause, held up where a player
 * wants to look (the show) until `resume`.
 *
 * @typedef {{event: object|null, view: object}} Step  an event, or (null) the view that stands after its events
 */
export class Pace {
  /** @param {{apply: (step: Step) => void, pause: (step: Step) => number, holds: (step: Step|null) => boolean,
   *   idle: () => void}} table */
  constructor(table) {
    this.table = table;
    this.queue = [];
    this.running = null;
    this.skipping = false;
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
  }

  /** Go on after a hold; with `skip`, without holding again until what is queued has been drawn. */
  resume(skip = false) {
    this.skipping = skip;
    this.running = null;
    this.run();
  }

  /** What is queued is drawn now, without a hold. */
  hurry() {
    this.skipping = this.busy;
    if (this.running === "held") this.resume(this.busy);
  }

  run() {
    const step = this.queue[0];
    if (!step) {
      this.running = null;
      this.skipping = false;
      this.table.idle();
      return;
    }
    if (this.table.holds(step) && !this.skipping) {
      this.running = "held";
      this.table.idle();
      return;
    }
    this.running = "going";
    const wait = this.skipping ? 0 : this.table.pause(step);
    const next = () => {
      this.queue.shift();
      this.table.apply(step);
      this.run();
    };
    if (wait) this.timer = setTimeout(next, wait);
    else next();
  }
}
