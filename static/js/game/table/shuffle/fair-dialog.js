/** Explains one deal step by step, as this browser computed it. */

import { sameAs } from "../../fairness/deal-links.js";
import { codeOf, contextOf, linkProof, seatProofs } from "../../fairness/proof.js";
import { describeSign, SIGNS } from "../../fairness/signs.js";
import { withCardSigns } from "../../scene/event-texts.js";
import { cardSign } from "../../../ui/cards/card-names.js";
import { valueWithCopy } from "../../../ui/copy/copy-button.js";
import { html, within } from "../../../ui/dom.js";
import { saveFile } from "../../../ui/save-file.js";
import { gettext, interpolateNodes, ngettext } from "../../../ui/translate.js";
import { cardOwners, describeCompared, describeOwner, describePlace, markLabels } from "./deck-marks.js";
import { buildCase } from "./doubt-evidence.js";
import { nameDeal } from "./ticks.js";

const isRed = (card) => card[1] === "H" || card[1] === "D";

export class FairDialog {
  /** @param {HTMLDialogElement} root */
  constructor(root) {
    const part = within(root);
    this.root = root;
    this.choice = part("fair-choice");
    this.select = part("fair-deal");
    this.earlier = part("fair-earlier");
    this.later = part("fair-later");
    this.body = part("fair-body");
    this.receipts = part("fair-receipts");
    part("fair-save").addEventListener("click", () => this.saveReceipts());
    this.now = { fair: null, who: null };
    this.select.addEventListener("change", () => this.showDeal(Number(this.select.value)));
    this.earlier.addEventListener("click", () => this.stepBy(-1));
    this.later.addEventListener("click", () => this.stepBy(1));
  }

  get checks() {
    return this.now.fair?.checks ?? [];
  }

  open(deal) {
    this.drawn = null;
    this.root.showModal();
    this.showDeal(deal);
    this.root.scrollTop = 0;
  }

  stepBy(by) {
    const at = this.checks.findIndex(({ deal }) => deal === this.deal);
    if (this.checks[at + by]) this.showDeal(this.checks[at + by].deal);
  }

  showDeal(deal) {
    this.deal = deal;
    this.drawDeal();
  }

  /** @param {import("../store.js").Now} now */
  draw({ fair, who }) {
    if (fair === this.now.fair && who === this.now.who) return;
    this.now = { fair, who };
    this.receipts.hidden = !fair?.kept.receipts.length;
    if (this.root.open) this.drawDeal();
  }

  /** Saves every note that the server signed, for verify.py on any machine. */
  saveReceipts() {
    const { kept, doubt } = this.now.fair;
    saveFile(`case-${kept.game}.json`, buildCase(kept, doubt?.says ?? ""));
  }

  drawDeal() {
    const { checks } = this;
    const { fair, who } = this.now;
    const at = checks.findIndex(({ deal }) => deal === this.deal);
    this.select.replaceChildren(
      ...checks.map(
        (check) => {
          const selected = check.deal === this.deal;
          return html("option", { value: check.deal, selected }, `${SIGNS[check.mark]} ${nameDeal(check)}`);
        },
      ),
    );
    this.select.value = String(this.deal);
    this.choice.hidden = checks.length === 0;
    this.earlier.disabled = at <= 0;
    this.later.disabled = at === -1 || at === checks.length - 1;
    const check = checks[at];
    if (this.drawn === check && check) return; // keeps the player's selection
    this.drawn = check;
    this.body.replaceChildren(...(check ? buildProof(check, who) : [buildPromises(fair?.shown, who)]));
  }
}

/** All steps of one checked deal. Where the first dealer is named, no card of deal 0 is shown. */
function buildProof(check, who) {
  const { fair } = check;
  return [
    html(
      "div",
      { class: `verdict is-${check.mark}` },
      html("p", {}, html("strong", {}, describeSign(check.mark))),
      html("p", {}, withCardSigns(check.says)),
    ),
    html(
      "ol",
      { class: "proof" },
      ...whoseCards(fair),
      step(gettext("The server’s part"), ...serversPart(check, linkProof(fair, check.deal))),
      step(gettext("The players’ secrets"), ...playersParts(fair, who)),
      step(gettext("All commitments together"), ...promises(fair)),
      check.isNamed ? null : step(gettext("The key"), ...key(check)),
      check.deck && !check.isNamed ? step(gettext("The deck, in the order it is dealt"), ...deck(check, who)) : null,
      check.isNamed ? null : step(gettext("Cards that this page saw"), ...seen(check)),
    ),
  ];
}

/** The commitments, which are all there is before the first deal is revealed. */
const buildPromises = (fair, who) =>
  html(
    "ol",
    { class: "proof" },
    ...(fair ? whoseCards(fair) : []),
    step(gettext("The players’ secrets"), ...(fair ? playersParts(fair, who) : [])),
    step(gettext("All commitments together"), ...(fair ? promises(fair) : [])),
    step(
      gettext("The deals"),
      words(
        gettext("The server reveals its part of a deal once the hands are counted. Then you can check the deal here."),
      ),
    ),
  );

/** For a game with the cards of another one: what fixes them, and that no player here has a part in them. */
function whoseCards(fair) {
  const source = sameAs(fair);
  if (!source) return [];
  const says = gettext(
    "You play the decks of game {game} again. The hash below and the two secrets of that game determine every deck. The secrets of this game are needed to begin it, but don’t change its decks.",
    { game: source.game },
  );
  return [
    step(
      gettext("The same cards"),
      words(says),
      fact(gettext("All commitments of that game, in one hash"), source.context),
    ),
  ];
}

const step = (name, ...children) => html("li", {}, html("h3", {}, name), ...children);
const words = (...says) => html("p", {}, ...says);

function fact(name, value) {
  return html(
    "div",
    { class: "fact" },
    html("span", { class: "fact-name" }, name),
    value ? valueWithCopy(name, value) : html("span", { class: "value" }, gettext("not revealed yet")),
  );
}

/** Whether two values are equal, as they must be. */
const same = (ok, yes, no) => html("p", { class: ok ? "same" : "same wrong" }, ok ? `= ${yes}` : `≠ ${no}`);

const partOf = (deal) => (deal === 0 ? gettext("Part of the cut for deal") : gettext("Part of deal {deal}", { deal }));

function serversPart({ deal, link }, proof) {
  const intro = gettext(
    "Before the game the server made a chain of 256 parts, each the hash of the next. It showed only the end of the chain, the tip. It reveals one part after each deal, so it cannot choose a part later.",
  );
  if (!proof) {
    const unread = gettext("The server sent a value that can’t be read.");
    return [words(intro), fact(partOf(deal), link), same(false, "", unread)];
  }
  const hashed = ngettext("Hashed once", "Hashed {n} times", proof.times);
  const before = proof.before === null ? gettext("The tip shown before the game") : partOf(proof.before);
  return [
    words(intro),
    fact(partOf(deal), proof.link),
    fact(hashed, proof.hashed),
    fact(before, proof.shown),
    same(
      proof.hashed === proof.shown,
      gettext("{hashed}, it matches the value above.", { hashed }),
      gettext("{hashed}, it does not match the value above.", { hashed }),
    ),
  ];
}

function playersParts(fair, who) {
  const intro = words(
    gettext(
      "Each player drew a secret and showed its hash before seeing the other secrets. So neither player could choose a secret to get better cards.",
    ),
  );
  const ofBot = gettext("is our bot: the server drew its secret");
  const parts = seatProofs(fair).flatMap(({ secret, hashed, commitment }, seat) => {
    const name = seat === who.you ? gettext("You") : who.names[seat];
    return [
      html("h4", {}, name, who.bots[seat] ? html("small", {}, ` ${ofBot}`) : null),
      fact(gettext("Hash shown first"), commitment),
      fact(gettext("Secret revealed later"), secret),
      secret ? fact(gettext("The secret, hashed here"), hashed) : null,
      secret
        ? same(
          hashed === commitment,
          gettext("The secret matches the hash shown first."),
          gettext("The secret does not match the hash shown first."),
        )
        : null,
    ];
  });
  return [intro, ...parts.filter(Boolean)];
}

function promises(fair) {
  const ctx = fair.commitments.every(Boolean) ? contextOf(fair) : null;
  const code = ctx && codeOf(fair);
  return [
    words(
      gettext(
        "Before the players reveal their secrets, the rules, the players, the tip and both hashes are hashed into one value. That value, hashed again with both secrets, gives the table code. If your opponent has the same code, the server showed both of you the same values.",
      ),
    ),
    fact(gettext("Rules and players, as one string"), fair.params),
    fact(gettext("The tip"), fair.tip),
    fact(gettext("All in one hash"), ctx),
    code
      ? words(...interpolateNodes(gettext("Table code {code}"), { code: html("strong", {}, html("code", {}, code)) }))
      : null,
  ];
}

const key = ({ key, deal }) => [
  words(
    gettext(
      "The server’s part, both secrets, the number of the deal ({deal}) and the hash of all commitments give the key. The key seeds a new Mersenne Twister. It shuffles one deck and is never used again.",
      { deal },
    ),
  ),
  fact(gettext("The key"), key),
];

function deck(check, who) {
  const marks = markLabels(who);
  const kind = cardOwners(check);
  const chips = check.deck.map((card, place) =>
    html(
      "li",
      { class: `chip ${kind[place]}` },
      html("span", { class: "unseen" }, describePlace(place, card, kind[place], who, check.deal)),
      html("span", { class: isRed(card) ? "chip-card red" : "chip-card", "aria-hidden": "true" }, cardSign(card)),
      html("span", { class: "chip-mark", "aria-hidden": "true" }, marks[kind[place]]),
    ),
  );
  return [
    words(check.deal === 0 ? CUT : DEALT),
    ...legend(check, kind, who),
    html("ol", { class: "chips", "aria-label": gettext("The deck, from the top") }, ...chips),
  ];
}

const CUT = gettext(
  "The first player gets the top card and the second player the next; after a tie, two more. The lower card deals.",
);
const DEALT = gettext(
  "From the top, cards go in turn to pone and to the dealer, six each. The thirteenth is the starter.",
);

/** The owners of cards, in words and cards. */
function legend({ deal, deck }, kind, who) {
  const of = (wanted) => deck.filter((_, place) => kind[place] === wanted).map(cardSign).join(" ");
  const rows = ["mine", "theirs", "starter"].filter((each) => kind.includes(each));
  return [
    html(
      "ul",
      { class: "legend" },
      ...rows.map((each) =>
        html(
          "li",
          {},
          html("span", { class: `chip-mark ${each}` }, markLabels(who)[each]),
          ` ${describeOwner(each, who, deal)}: `,
          html("strong", {}, of(each)),
        ),
      ),
    ),
  ];
}

function seen(check) {
  if (check.mark === "false") {
    return check.faults.length
      ? [html("ul", { class: "faults" }, ...check.faults.map((fault) => html("li", {}, withCardSigns(fault))))]
      : [words(check.says)];
  }
  const what = describeCompared(check);
  if (!what.length) {
    return [
      words(
        gettext("This page saw none of the cards of this deal, so it compared only the values."),
      ),
    ];
  }
  return [
    words(gettext("Every card you saw is in its place in the deck above:")),
    html("ul", {}, ...what.map((each) => html("li", {}, each))),
  ];
}

