import { isShowPoints } from "../scene/manual-counting.js";
import { PART_TIME } from "../scene/tempo.js";

const AT_LEAST = 350;
const FOR_A_CARD_MORE = 50;
const UP_TO = { choice: 400, none: 150 };
const AFTER_EVENTS = 150;
const BEFORE_POINTS = 500;

/**
 * How long a bot's move is delayed before it is drawn, in milliseconds: a random time, longer if everyone can see that
 * it has a choice. The bot has moved long before; the delay is only visual.
 * @param {number} held  the number of cards it may choose from
 * @param {number} chance  from 0 up to 1
 */
export const botDelay = (held, chance) =>
  Math.round(AT_LEAST + FOR_A_CARD_MORE * Math.max(held - 1, 0) + chance * (held > 1 ? UP_TO.choice : UP_TO.none));

/** The points of a show are pegged after the panel has counted its last part. */
const untilCounted = ({ showing, reckoned }) =>
  showing && !reckoned.some(({ e }) => e === "pegged")
    ? Math.max(PART_TIME * showing.parts.length, BEFORE_POINTS)
    : BEFORE_POINTS;

/**
 * The pause before an event is drawn, in milliseconds.
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
    case "new_count": return 400;
    case "starter": return 300;
    case "counted": return scene.phase === "show" ? 0 : 200; // the next hand takes the place of the last one
    case "dealt": return event.number === 1 ? 2200 : 150;
    case "over": return 700;
    default: return 0;
  }
}

/**
 * The pause before an event is drawn. A bot pauses if its opponent has that setting, and while earlier events are
 * drawn.
 * @param {object|null} event
 * @param {{you: number, bots: boolean[], scene: import("../scene/scene.js").Scene, botPause: "natural"|"none",
 *   waited?: number}} table  `scene`: before the event; `waited`: since it was received, in milliseconds
 */
export function pauseAtTable(event, { you, bots, scene, botPause, waited = 0 }, chance = Math.random()) {
  const cards = { played: scene.held[event?.seat], go: 1 }[event?.e];
  if (!bots[event?.seat] || cards === undefined) return pauseBefore(event, you, scene);
  return botPause === "none" ? 0 : Math.max(botDelay(cards, chance) - waited, AFTER_EVENTS);
}

/**
 * Draws events at the pace of a table: a queue of steps, each after its pause, held for a player who looks at the show
 * until `resume`.
 *
 * @typedef {{event: object|null, view: object}} Step  an event, or (null) the view after its events
 */
export class Pace {
  /**
   * @param {{apply: (step: Step) => void, pause: (step: Step) => number, takeOff: (step: Step) => number,
   *   holds: (step: Step|null) => boolean, idle: () => void}} table
   *   `takeOff`: shows an animation before a step is drawn, and returns its duration
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

  /** Continues after a hold. With `skip` it does not hold again until the queue is drawn. */
  resume(skip = false) {
    this.skipping = skip;
    this.running = null;
    this.run();
  }

  /** Draws the whole queue now, without a hold. */
  hurry() {
    this.skipping = this.busy;
    if (this.running === "held") this.resume(this.busy);
    else this.catchUp();
  }

  /** Draws the queue up to the next hold: a player who moves does not wait for it. */
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

  /** Ends the current pause, because the player has done what it was for. Later steps have their own pauses. */
  proceed() {
    if (this.running !== "going") return;
    clearTimeout(this.timer);
    this.next();
  }

  /** Whether everything is drawn at once, without pauses. */
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
