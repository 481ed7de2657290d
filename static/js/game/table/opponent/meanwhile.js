/** Choices for a friend who opens a game by link before its owner: leave a note, or play a bot. */

import { html, setAttr, setText, within } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";
import { lineText, notes } from "./chat-lines.js";

const LINKS_SEAT = 0;

/**
 * Whether the other player made the link to this game, and must come before the cards are dealt.
 * @param {{you: number | null}} who @param {{secrets: (string | null)[]}} fair @param {{seats: boolean[]} | null} here
 */
export const isOwnerAway = ({ you }, { secrets }, here) =>
  you === 1 - LINKS_SEAT && secrets[you] !== null && secrets[LINKS_SEAT] === null && !here?.seats[LINKS_SEAT];

export const describeAway = (name) =>
  gettext("{name} is not here yet and got a notification. The cards are dealt when {name} opens this table.", { name });

export class Meanwhile {
  /**
   * @param {HTMLElement} root
   * @param {{send: (frame: object) => boolean, mayWrite: boolean, isAhead: boolean}} table
   */
  constructor(root, { send, mayWrite, isAhead }) {
    const part = within(root);
    Object.assign(this, { root, part, send, isAhead });
    part("note-phrases").append(...Object.entries(notes()).map(([phrase, words]) =>
      html(
        "button",
        { type: "button", class: "phrase", "data-phrase": phrase, onclick: () => this.leave({ phrase }) },
        words,
      )));
    part("note-form").hidden = !mayWrite;
    part("note-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = part("note-text").value.trim();
      if (text && this.leave({ text })) part("note-text").value = "";
    });
  }

  /** @param {import("../store.js").Now} now */
  draw({ scene, who, fair, presence, lines }) {
    const isShown = this.isAhead && scene.phase === "setup" && fair?.shown && !fair.doubt &&
      isOwnerAway(who, fair.shown, presence.here);
    setAttr(this.root, "hidden", !isShown);
    const own = lines.findLast(({ by }) => by === who.you);
    if (!own || own.id === this.left) return;
    this.left = own.id;
    this.showNote(
      gettext("“{words}”: {name} reads it at this table.", { words: lineText(own), name: who.names[LINKS_SEAT] }),
    );
  }

  showNote(says) {
    setText(this.part("note-state"), says);
  }

  leave(words) {
    const isSent = this.send({ t: "say", ...words });
    if (!isSent) this.showNote(gettext("You're offline: your note was not sent."));
    return isSent;
  }
}
