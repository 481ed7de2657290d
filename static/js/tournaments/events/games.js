/**
 * The live games on an event's page, drawn as on the front page's felt. Loaded with the first game.
 * Where only one fits, the list scrolls to the closest game until the reader swipes.
 */

import { Felt } from "../../game/lobby/felt.js";
import { byId, setText, syncChildren } from "../../ui/dom.js";
import { prefersReducedMotion } from "../../ui/motion.js";
import { gettext } from "../../ui/translate.js";
import { shownName } from "../../ui/words/shown-name.js";

export class Games {
  constructor() {
    this.list = byId("games");
    this.felts = new WeakMap();
    const sheet = byId("games-sheet"); // absent if the page came with games
    if (sheet) document.head.append(sheet.content.cloneNode(true));
    for (const kind of ["pointerdown", "wheel", "keydown"]) {
      this.list.addEventListener(kind, () => this.stopFollowing(), { passive: true });
    }
    byId("games-follow").addEventListener("change", () => this.scroll());
  }

  /** @param {{games: object[], follow: string | null}} frame */
  draw({ games, follow }) {
    byId("games-panel").hidden = games.length === 0;
    const draw = (tile, game) => this.drawTile(tile, game, follow);
    syncChildren(this.list, games, ({ id }) => id, () => blankTile(), draw);
    const closest = games.find(({ id }) => id === follow);
    setText(byId("games-closest"), closest ? describeClosest(closest) : "");
    this.scroll();
  }

  drawTile(tile, game, follow) {
    const felt = this.felts.get(tile);
    if (felt) {
      felt.show(game);
    } else {
      const root = tile.querySelector(".mat");
      root.dataset.game = JSON.stringify(game);
      this.felts.set(tile, new Felt(root));
    }
    tile.toggleAttribute("data-followed", game.id === follow);
  }

  scroll() {
    const tile = this.list.querySelector("[data-followed]");
    if (!tile || !byId("games-follow").checked || this.list.scrollWidth <= this.list.clientWidth) return;
    const behavior = prefersReducedMotion() ? "auto" : "smooth";
    this.list.scrollTo({ left: tile.offsetLeft - this.list.offsetLeft, behavior });
  }

  stopFollowing() {
    if (this.list.scrollWidth > this.list.clientWidth) byId("games-follow").checked = false;
  }
}

const blankTile = () => byId("game-tile").content.firstElementChild.cloneNode(true);

/** The closest game with its score. */
const describeClosest = ({ players, view: { scores } }) =>
  gettext("The closest game: {one} – {other}, {score}", {
    one: shownName(players[0]),
    other: shownName(players[1]),
    score: scores.join(" – "),
  });
