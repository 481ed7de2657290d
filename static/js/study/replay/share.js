/** Takes a replay elsewhere: the link to the move that is shown, and the line that puts the board on another site. */

import { copySelected } from "../../ui/clipboard.js";
import { setText } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";

const DONE_FOR = 2_000;

/**
 * Where a replay goes on from here: the place after the "#", and no other place before it.
 * @param {{href: string}} from
 */
export function placeAddress({ href }, key) {
  const address = new URL(href);
  address.searchParams.delete("ply");
  address.hash = key;
  return address.href;
}

/** The link to a place: the server sees what is before the "#", and draws that position where the link is shown. */
export function placeLink({ href }, key) {
  const { origin, pathname } = new URL(href);
  return `${origin}${pathname}?ply=${key}`;
}

/**
 * The line for another page, with the board as its frame.
 * @param {{board: string, width: string, height: string, title: string}} frame
 */
export function embedLine({ board, width, height, title }, key, bottom) {
  const side = bottom ? "&amp;seat=1" : "";
  const named = title.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);
  return `<iframe src="${board}?ply=${key}${side}" width="${width}" height="${height}" title="${named}" loading="lazy" style="border:0"></iframe>`;
}

export class SharePanel {
  /** @param {HTMLElement} node */
  constructor(node) {
    this.frame = node.dataset;
    this.link = node.querySelector("[name=link]");
    this.line = node.querySelector("[name=embed]");
    for (const button of node.querySelectorAll("[data-copies]")) {
      button.addEventListener("click", () => this.copy(node.querySelector(`[name=${button.dataset.copies}]`), button));
    }
  }

  /** @param {import("../../game/scene/stops.js").Stop} stop @param {number} bottom whose side one looks from */
  draw({ key }, bottom) {
    this.link.value = placeLink(location, key);
    if (this.line) this.line.value = embedLine(this.frame, key, bottom);
  }

  async copy(field, button) {
    field.select();
    const says = button.textContent;
    button.disabled = true;
    setText(button, (await copySelected(field.value)) ? gettext("Copied") : gettext("Selected"));
    setTimeout(() => {
      setText(button, says);
      button.disabled = false;
    }, DONE_FOR);
  }
}
