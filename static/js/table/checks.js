/** The ticks of the checked deals, and the dialog that lays them open. */

import { html, keyed, part, set, write } from "./dom.js";
import { cardSign } from "./say.js";

const dealName = (check) => (check.deal === 0 ? "The cut for deal" : `Deal ${check.deal}`);

/** The row of ticks at the foot of the table. */
function drawTicks(list, checks) {
  keyed(
    list,
    checks,
    (check) => check.deal,
    () => html("li", { class: "deal-check" }),
    (item, check) => {
      set(item, "data-deal", check.deal);
      set(item, "data-ok", String(check.ok));
      const named = check.deal === 0 ? "cut" : `deal ${check.deal}`;
      write(item, check.ok ? `✓ ${named} checked` : `✗ ${named} is wrong`);
    },
  );
}

function mark(card, { deal, seen, hands }) {
  if (deal === 0) return seen.cut?.some((pair) => pair.includes(card)) ? "cut" : "";
  if (seen.starter === card) return "starter";
  const seat = hands?.findIndex((six) => six.includes(card)) ?? -1;
  if (seat === -1) return "";
  return seat === seen.you ? "yours" : "theirs";
}

function deckOf(check) {
  const cards = check.deck;
  return html(
    "p",
    { class: "deck" },
    ...cards.flatMap((card) => {
      const kind = mark(card, check);
      const red = card[1] === "H" || card[1] === "D" ? " red" : "";
      return [html("span", { class: `deck-card ${kind}${red}`, title: kind || null }, cardSign(card)), " "];
    }),
  );
}

/** Everything known of the checked deals, newest first. */
function drawChecks(body, fair, checks) {
  const facts = html("dl", { class: "facts" });
  const fact = (name, value) => value && facts.append(html("dt", {}, name), html("dd", {}, html("code", {}, value)));
  fact("The server’s tip", fair?.tip);
  (fair?.commitments ?? []).forEach((each, seat) => fact(`Commitment of seat ${seat}`, each));
  (fair?.secrets ?? []).forEach((each, seat) => fact(`Secret of seat ${seat}`, each));
  body.replaceChildren(
    ...[...checks].reverse().map((check) =>
      html(
        "section",
        { class: check.ok ? "checked" : "checked wrong" },
        html("h3", {}, `${check.ok ? "✓" : "✗"} ${dealName(check)}`),
        html("p", {}, check.says ?? ""),
        html("p", { class: "link" }, "Link ", html("code", {}, check.link ?? "")),
        check.key ? html("p", { class: "link" }, "Key ", html("code", {}, check.key)) : null,
        check.deck ? deckOf(check) : null,
      ),
    ),
    facts,
  );
}

/** The table code, a tick for every deal, the alarm if one is wrong, and the dialog with it all. */
export class FairPanel {
  /** @param {import("./fairplay.js").FairPlay} fairplay */
  constructor(fairplay) {
    this.fairplay = fairplay;
    this.checks = [];
    part("fair").addEventListener("click", () => {
      part("fair-dialog").showModal();
      this.draw(this.checks);
    });
  }

  draw(checks) {
    this.checks = checks;
    drawTicks(part("ticks"), checks);
    drawTicks(part("result-ticks"), checks);
    const wrong = checks.find((check) => !check.ok);
    const alarm = this.fairplay.alarm ?? (wrong ? `Deal ${wrong.deal}: ${wrong.says}` : null);
    part("alarm").hidden = !alarm;
    write(part("alarm"), alarm ? `This game was not dealt as promised. ${alarm}` : "");
    write(part("table-code"), this.fairplay.code() ?? "…");
    if (part("fair-dialog").open) drawChecks(part("fair-body"), this.fairplay.fair, checks);
  }
}
