/** Shares a replay: the link to the current move, and the code that embeds the board in another site. */

import { copyField } from "../../ui/copy/copy-field.js";

/**
 * The URL with this place after the "#", and no other place before it.
 * @param {{href: string}} from
 */
export function placeAddress({ href }, key) {
  const address = new URL(href);
  address.searchParams.delete("ply");
  address.hash = key;
  return address.href;
}

/** The link to a place. The server sees the part before the "#", and draws that position in link previews. */
export function placeLink({ href }, key) {
  const { origin, pathname } = new URL(href);
  return `${origin}${pathname}?ply=${key}`;
}

/**
 * The code for another page, with the board in an iframe.
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
      button.addEventListener("click", () => copyField(node.querySelector(`[name=${button.dataset.copies}]`), button));
    }
  }

  /** @param {import("../../game/scene/stops.js").Stop} stop @param {number} bottom the seat at the bottom */
  draw({ key }, bottom) {
    this.link.value = placeLink(location, key);
    if (this.line) this.line.value = embedLine(this.frame, key, bottom);
  }
}
