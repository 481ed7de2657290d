/** Explains one deal step by step, in plain words, as this browser computed it. */

import { sameAs } from "../../fairness/deal-links.js";
import { codeOf, contextOf, linkProof, seatProofs } from "../../fairness/proof.js";
import { withCardSigns } from "../../scene/event-texts.js";
import { cardSign } from "../../../ui/cards/card-names.js";
import { valueWithCopy } from "../../../ui/copy-button.js";
import { html, within } from "../../../ui/dom.js";
import { saveFile } from "../../../ui/save-file.js";
import { gettext, interpolateNodes, ngettext } from "../../../ui/translate.js";
import { cardOwners, describeCompared, describeOwner, describePlace, markLabels } from "./deck-marks.js";
import { buildCase } from "./doubt-evidence.js";

const title = (deal) => (deal === 0 ? gettext("The cut for deal") : gettext("Deal {deal}", { deal }));
const MARKS = { true: "✓", false: "✗", unvouched: "○" };
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

  /** Everything that the server signed, for verify.py on any machine. */
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
        ({ deal, mark }) =>
          html("option", { value: deal, selected: deal === this.deal }, `${MARKS[mark]} ${title(deal)}`),
      ),
    );
    this.select.value = String(this.deal);
    this.choice.hidden = checks.length === 0;
    this.earlier.disabled = at <= 0;
    this.later.disabled = at === -1 || at === checks.length - 1;
    const check = checks[at];
    if (this.drawn === check && check) return; // so that the player's selection stays
    this.drawn = check;
    this.body.replaceChildren(...(check ? buildProof(check, who) : [buildPromises(fair?.shown, who)]));
  }
}

/** Everything about one checked deal. */
function buildProof(check, who) {
  const { fair } = check;
  return [
    html("p", { class: `verdict is-${check.mark}` }, `${MARKS[check.mark]} ${withCardSigns(check.says)}`),
    html(
      "ol",
      { class: "proof" },
      ...whoseCards(fair),
      step(gettext("The server’s part"), ...serversPart(check, linkProof(fair, check.deal))),
      step(gettext("The players’ secrets"), ...playersParts(fair, who)),
      step(gettext("All promises together"), ...promises(fair)),
      step(gettext("The key"), ...key(check)),
      check.deck ? step(gettext("The deck, in the order it is dealt"), ...deck(check, who)) : null,
      step(gettext("What this page saw"), ...seen(check)),
    ),
  ];
}

/** The promises, which is all there is before the first deal is shown. */
const buildPromises = (fair, who) =>
  html(
    "ol",
    { class: "proof" },
    ...(fair ? whoseCards(fair) : []),
    step(gettext("The players’ secrets"), ...(fair ? playersParts(fair, who) : [])),
    step(gettext("All promises together"), ...(fair ? promises(fair) : [])),
    step(
      gettext("The deals"),
      words(
        gettext("The server shows its part of a deal once the hands are counted. Then you can check the deal here."),
      ),
    ),
  );

/** Where a game is dealt the cards of another one: what fixes them, and that nobody here has a part in them. */
function whoseCards(fair) {
  const source = sameAs(fair);
  if (!source) return [];
  const says = gettext(
    "These are the decks of game {game}, played once more. The hash below and the two secrets of that game fix every one of them. The secrets of this game begin it, and have no part in its decks.",
    { game: source.game },
  );
  return [
    step(gettext("The same cards"), words(says), fact(gettext("All promises of that game in one"), source.context)),
  ];
}

const step = (name, ...children) => html("li", {}, html("h3", {}, name), ...children);
const words = (...says) => html("p", {}, ...says);

function fact(name, value) {
  return html(
    "div",
    { class: "fact" },
    html("span", { class: "fact-name" }, name),
    value ? valueWithCopy(name, value) : html("span", { class: "value" }, gettext("not shown yet")),
  );
}

/** Whether two values are the same, as they must be. */
const same = (ok, yes, no) => html("p", { class: ok ? "same" : "same wrong" }, ok ? `✓ ${yes}` : `✗ ${no}`);

const partOf = (deal) => (deal === 0 ? gettext("Part of the cut for deal") : gettext("Part of deal {deal}", { deal }));

function serversPart({ deal, link }, proof) {
  const intro = gettext(
    "Before the game the server made a chain of 256 parts, each the hash of the next, and showed the end of it, the tip. It shows one part after each deal, so it cannot choose one late.",
  );
  if (!proof) {
    return [words(intro), fact(partOf(deal), link), same(false, "", gettext("What the server showed makes no sense."))];
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
      gettext("{hashed}, it matches what was shown.", { hashed }),
      gettext("{hashed}, it does not match what was shown.", { hashed }),
    ),
  ];
}

function playersParts(fair, who) {
  const intro = words(
    gettext(
      "Each player drew a secret and showed its hash before seeing any other secret. So nobody could pick a secret to get better cards.",
    ),
  );
  const parts = seatProofs(fair).flatMap(({ secret, hashed, commitment }, seat) => {
    const name = seat === who.you ? gettext("You") : who.names[seat];
    return [
      html("h4", {}, name, who.bots[seat] ? html("small", {}, ` ${gettext("is our bot: we drew its secret")}`) : null),
      fact(gettext("Hash shown first"), commitment),
      fact(gettext("Secret shown later"), secret),
      secret ? fact(gettext("The secret, hashed here"), hashed) : null,
      secret
        ? same(
          hashed === commitment,
          gettext("The secret is the one that was committed to."),
          gettext("The secret is not the one that was committed to."),
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
        "The rules, the players, the tip and both hashes, as they were before any secret was shown, are hashed into one. Hashed again with both secrets, that gives the table code. Compare it with your opponent and you know that you were both shown the same.",
      ),
    ),
    fact(gettext("Rules and players, as one string"), fair.params),
    fact(gettext("The tip"), fair.tip),
    fact(gettext("All in one"), ctx),
    code
      ? words(...interpolateNodes(gettext("Table code {code}"), { code: html("strong", {}, html("code", {}, code)) }))
      : null,
  ];
}

const key = ({ key, deal }) => [
  words(
    gettext(
      "The server’s part, both secrets, the number of the deal ({deal}) and all the promises give the key. The key seeds a new Mersenne Twister, which shuffles one deck and is never used again.",
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

/** Whose cards are whose, in words and cards. */
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
      ? [html("ul", { class: "faults" }, ...check.faults.map((fault) => html("li", {}, `✗ ${withCardSigns(fault)}`)))]
      : [words(check.says)];
  }
  const what = describeCompared(check);
  if (!what.length) {
    return [
      words(
        gettext("This deal was played elsewhere: this page saw none of its cards, so it compared only the values."),
      ),
    ];
  }
  return [
    words(gettext("Every card you saw is where the deck above has it:")),
    html("ul", {}, ...what.map((each) => html("li", {}, `✓ ${each}`))),
  ];
}

