/** The replay page: fetches a finished game, and goes from move to move of it. */

import { describeHeadStart } from "../../game/scene/head-start.js";
import { get } from "../../ui/api.js";
import { byId, setText } from "../../ui/dom.js";
import { shownName } from "../../ui/words/shown-name.js";
import { gettext } from "../../ui/translate.js";
import { Controls } from "./controls.js";
import { bindKeys } from "./keys.js";
import { describeStop } from "../../game/scene/move-notes.js";
import { Moves } from "./moves.js";
import { ReplayTable } from "./replay-table.js";
import { Review } from "../review/review.js";
import { placeAddress, SharePanel } from "./share.js";
import { buildStops, findPlace } from "../../game/scene/stops.js";

const SETTLED = 250; // a browser limits how often a URL changes, for example while a key is held
const root = document.querySelector("#table");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

class Replay {
  constructor(game) {
    const seat = root.dataset.seat === "" ? null : Number(root.dataset.seat);
    this.bottom = seat ?? 0;
    const of = (part) => game.players.map((player) => player[part]);
    this.who = { you: seat, names: game.players.map(shownName), bots: of("bot"), prizes: of("prizes") };
    this.stops = buildStops(game);
    this.at = findPlace(this.stops, location.hash || new URLSearchParams(location.search).get("ply"));
    this.controls = new Controls(document.querySelector(".controls"), {
      go: (at) => this.goTo(at), at: () => this.at, drawn: () => this.draw(),
    });
    const take = (at) => this.controls.jumpTo(at);
    this.table = new ReplayTable(root, game.rules.target, () => calm.matches || !this.controls.playing);
    this.moves = new Moves(byId("moves"), take);
    this.moves.list(this.stops, this.who);
    this.review = new Review({
      path: game.review ?? `/api/games/${game.game}/review`,
      game: game.game,
      seat,
      stops: this.stops,
      go: take,
      ready: () => this.showReview(),
      redraw: () => this.draw(),
    });
    this.share = game.game === null ? null : new SharePanel(byId("share"));
    this.controls.open(this.stops);
    this.tellHeadStart(game.rules.start);
    const turn = () => this.flipTable();
    byId("turn").addEventListener("click", turn);
    bindKeys({ ...this.controls.does, ...this.review.does, turn });
    addEventListener("hashchange", () => take(findPlace(this.stops, location.hash)));
    this.draw();
    const isKnown = game.game !== null || game.review;
    if (isKnown && game.result.winner !== null) this.review.begin(location.hash === "#review");
  }

  tellHeadStart(start) {
    const says = describeHeadStart(start, this.who);
    setText(byId("head-start"), says);
    byId("head-start").hidden = !says;
  }

  goTo(at) {
    this.at = at;
    this.draw();
    setText(byId("announce"), describeStop(this.stops[at], this.who));
    clearTimeout(this.settling);
    this.settling = setTimeout(
      () => history.replaceState(null, "", placeAddress(location, this.stops[at].key)),
      SETTLED,
    );
  }

  /** Shows the table from the other side. */
  flipTable() {
    this.bottom = 1 - this.bottom;
    this.draw();
  }

  /** Shows a review that has arrived. */
  showReview() {
    this.moves.grade(this.review.faults);
    this.draw();
  }

  draw() {
    const stop = this.stops[this.at];
    this.table.draw(stop, this.bottom, this.who);
    this.moves.draw(this.at);
    this.controls.draw(
      this.at,
      gettext("{n} of {all}. {says}", { n: this.at + 1, all: this.stops.length, says: describeStop(stop, this.who) }),
    );
    this.review.draw(this.at, this.bottom, this.who);
    this.share?.draw(stop, this.bottom);
  }
}

/** A pasted game is in the page itself. */
function load() {
  const pasted = document.querySelector("#pasted");
  return pasted ? { ok: true, body: JSON.parse(pasted.textContent) } : get(`/api/games/${root.dataset.game}/replay`);
}

const { ok, body } = await load();
if (ok) new Replay(body);
else {
  setText(byId("alarm"), body.says);
  byId("alarm").hidden = false;
}
