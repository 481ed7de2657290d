/** The list of moves by deal: each a link to its place, the current one marked and kept in view. */

import { html, setAttr } from "../../ui/dom.js";
import { dealTitle, describeStop, noteOf } from "../../game/scene/move-notes.js";
import { groupByDeal } from "../../game/scene/stops.js";

export class Moves {
  /** @param {HTMLElement} node @param {(at: number) => void} go */
  constructor(node, go) {
    this.node = node;
    node.addEventListener("click", (event) => {
      const link = event.target.closest("a");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(Number(link.dataset.at));
    });
  }

  /** Builds the list, once per game. */
  list(stops, who) {
    this.links = [];
    this.node.replaceChildren(
      ...groupByDeal(stops).map((deal) =>
        html(
          "li",
          {},
          html("h3", { class: "deal-head" }, html("span", {}, dealTitle(deal, who)), scoreOf(deal[0])),
          html("ol", {}, ...deal.map((stop) => html("li", {}, this.link(stop, who)))),
        ),
      ),
    );
  }

  link(stop, who) {
    const { seat, says, pegged } = noteOf(stop);
    const link = html(
      "a",
      { href: `#${stop.key}`, class: "a-move", "data-at": stop.at },
      dot(seat),
      html("span", { class: "a-note", "aria-hidden": "true" }, says),
      html("span", { class: "unseen" }, describeStop(stop, who)),
      ...pegged.map(
        (one) => html(
          "span",
          { class: "gain", "aria-hidden": "true" },
          one.seat === seat ? null : dot(one.seat),
          one.points < 0 ? `−${-one.points}` : `+${one.points}`,
        ),
      ),
      html("span", { class: "a-grade", hidden: true }),
    );
    this.links[stop.at] = link;
    return link;
  }

  /** @param {Map<number, {grade: string, sign: string, name: string}>} faults  by index of the stop */
  grade(faults) {
    this.links.forEach((link, at) => {
      const fault = faults.get(at);
      const node = link.querySelector(".a-grade");
      node.hidden = !fault;
      setAttr(node, "data-grade", fault?.grade);
      setAttr(node, "title", fault?.name);
      node.replaceChildren(
        html("span", { "aria-hidden": "true" }, fault?.sign ?? ""),
        html("span", { class: "unseen" }, ` ${fault?.name ?? ""}.`),
      );
    });
  }

  draw(at) {
    setAttr(this.current ?? this.node, "aria-current", null);
    this.current = this.links[at];
    setAttr(this.current, "aria-current", "true");
    this.node.scrollTop = this.current.offsetTop - this.node.clientHeight / 2;
  }
}

const dot = (seat) => html("span", { class: "peg-dot", "data-of": seat ?? "nobody", "aria-hidden": "true" });

const scoreOf = ({ events, scene: { scores } }) =>
  events[0].e === "dealt" ? html("span", { class: "deal-score" }, `${scores[0]}–${scores[1]}`) : null;
