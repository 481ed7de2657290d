/** The buttons and the scrubber under the table, and automatic playback. */

import { setAttr } from "../../ui/dom.js";
import { STRIDES } from "../../game/scene/stops.js";

/** How long a stop is shown during playback, in milliseconds. Pure. */
export function stopDuration({ events: [first] }) {
  return { counted: 3_200, dealt: 1_400, cut_for_deal: 2_000, laid_open: 1_600 }[first.e] ?? 1_000;
}

export class Controls {
  /** @param {HTMLElement} node @param {{go: (at: number) => void, at: () => number, drawn: () => void}} page */
  constructor(node, page) {
    this.page = page;
    this.playing = false;
    this.scrubber = node.querySelector(".scrubber");
    this.buttons = [...node.querySelectorAll("[data-stride]")];
    this.scrubber.addEventListener("input", () => this.jumpTo(Number(this.scrubber.value)));
    const strides = Object.entries(STRIDES).map(
      ([name, stride]) => [name, () => this.jumpTo(stride(this.stops, page.at()))],
    );
    this.does = { ...Object.fromEntries(strides), play: () => this.setPlaying(!this.playing) };
    for (const button of this.buttons) button.addEventListener("click", () => this.does[button.dataset.stride]());
  }

  /** Called when the game is loaded. */
  open(stops) {
    this.stops = stops;
    setAttr(this.scrubber, "max", stops.length - 1);
    for (const control of [this.scrubber, ...this.buttons]) control.disabled = false;
  }

  /** Jumps to a place, and stops the playback. */
  jumpTo(at) {
    this.playing = false;
    this.page.go(at);
  }

  setPlaying(yes) {
    this.playing = yes;
    if (yes && this.page.at() === this.stops.length - 1) this.page.go(0);
    else this.page.drawn();
  }

  draw(at, words) {
    const [first, last] = [at === 0, at === this.stops.length - 1];
    const idle = { first, dealBack: first, back: first, on: last, dealOn: last, last };
    if (last) this.playing = false;
    this.scrubber.value = String(at);
    setAttr(this.scrubber, "aria-valuetext", words);
    for (const button of this.buttons) {
      const { stride } = button.dataset;
      setAttr(button, "aria-disabled", idle[stride] ? "true" : null);
      if (stride === "play") setAttr(button, "aria-pressed", String(this.playing));
    }
    clearTimeout(this.timer);
    if (this.playing) this.timer = setTimeout(() => this.page.go(at + 1), stopDuration(this.stops[at]));
  }
}
