/** Shows the end of a game: the winner, facts about the game, the next games, and all cards of the last deal. */

import { describeOutcome, finalScore, youOrName } from "../../scene/event-texts.js";
import { get, post } from "../../../ui/api.js";
import { cardFace } from "../../../ui/cards/card-svg.js";
import { sortCards } from "../../../ui/cards/card-values.js";
import { html, setAttr, setText, syncChildren, within } from "../../../ui/dom.js";
import { gettext } from "../../../ui/translate.js";
import { isMatchOpen } from "./match.js";
import { buildFacts, describeMargin, pointSources } from "./game-facts.js";
import { describeSettlement } from "./stakes.js";
import { describeSign } from "../../fairness/signs.js";
import { markOfGame } from "../shuffle/fair-mark.js";
import { drawTicks } from "../shuffle/ticks.js";

/**
 * The state of a rematch: its text, the button's label (null: none), and the game to follow.
 * @param {{by: number[], game: string|null}|null} rematch @param {{you: number|null, names: string[]}} who
 */
export function rematchState(rematch, { you, names }, isMatchOpen = false) {
  const asked = rematch?.by ?? [];
  const game = rematch?.game ?? null;
  if (you === null) {
    return {
      says: game ? gettext("They are playing again.") : "",
      label: null,
      link: game && gettext("Watch the rematch"),
      game,
    };
  }
  const name = names[1 - you];
  if (game && isMatchOpen) {
    return { says: gettext("The next game is on."), label: null, link: gettext("To the next game"), game };
  }
  if (game) return { says: gettext("The rematch is on."), label: null, link: gettext("To the rematch"), game };
  if (asked.includes(you)) {
    return { says: gettext("Waiting for {name} to accept…", { name }), label: null, link: null, game };
  }
  if (asked.includes(1 - you) && isMatchOpen) {
    return {
      says: gettext("{name} is ready for the next game.", { name }),
      label: gettext("Next game"),
      link: null,
      game,
    };
  }
  if (asked.includes(1 - you)) {
    return { says: gettext("{name} wants a rematch.", { name }), label: gettext("Accept rematch"), link: null, game };
  }
  return { says: "", label: isMatchOpen ? gettext("Next game") : gettext("Rematch"), link: null, game };
}

/** All cards of the last deal, by seat: the kept ones, and the discards. */
export const openHands = ({ dealt, throws }) =>
  dealt.map(
    (six, seat) => (
      { kept: sortCards(six.filter((card) => !throws[seat].includes(card))), thrown: sortCards(throws[seat]) }
    ),
  );

export class Result {
  /**
   * @param {HTMLElement} root
   * @param {{game: string, openPath: (path: string) => void, announce: (says: string) => void, showDeal: (deal:
   *   number) => void, actions: {askRematch: () => void, setRematch: (rematch: object) => void, nextGame: () =>
   *   object}}} table
   */
  constructor(root, table) {
    const part = within(root);
    Object.assign(this, table, { root, part, complaint: "" });
    part("rematch").addEventListener("click", () => this.requestRematch());
    part("result-share").addEventListener("click", () => this.share());
    part("again").addEventListener("click", () => this.playAgain());
    this.ofEvent = part("result-event");
  }

  async requestRematch() {
    const { part, actions } = this;
    actions.askRematch();
    part("rematch").disabled = true;
    const { ok, body } = await post(`/api/games/${this.game}/rematch`);
    part("rematch").disabled = false;
    this.complaint = ok ? "" : body.says;
    if (ok && !body.waiting) this.openPath(`/table/${body.game}`);
    else if (ok && !this.now.rematch?.by?.length) actions.setRematch({ by: [this.now.who.you], game: null });
    this.drawRematch(this.now);
  }

  /** Plays on with the same bot, or with the next player who comes. */
  async playAgain() {
    if (this.now.who.bots.some(Boolean)) return this.requestRematch();
    const again = this.part("again");
    again.disabled = true;
    const { ok, body } = await post("/api/games", this.actions.nextGame());
    again.disabled = false;
    this.complaint = ok ? "" : body.says;
    if (ok) this.openPath(`/table/${body.game}`);
    else this.drawRematch(this.now);
  }

  /** @param {import("../store.js").Now} now */
  draw(now) {
    const { root, part } = this;
    const { scene, who, fair, rating } = now;
    this.now = now;
    if (rating !== this.rating) this.drawSettlement(rating.settled, who);
    this.rating = rating;
    const isOver = scene.phase === "over" && !scene.showing;
    const appears = isOver && root.hidden;
    root.hidden = !isOver;
    if (!isOver) return;
    setText(part("result-title"), describeOutcome(scene, who));
    part("result-score").hidden = scene.winner === null;
    setText(part("result-score"), finalScore(scene, who));
    setText(part("result-value"), describeMargin(scene, who, this.ofEvent?.dataset.paysSkunks === "true"));
    const isHidden = Boolean(now.openBoard);
    part("result-closed").hidden = !isHidden;
    setText(part("result-closed"), now.openBoard ?? "");
    part("result-replay").hidden = part("result-links").hidden = isHidden;
    const isCompared = !isHidden && scene.ended === "played"; // against a bot
    part("result-cards")?.toggleAttribute("hidden", !isCompared);
    part("result-to-boards")?.toggleAttribute("hidden", !isCompared);
    part("result-share").hidden = isHidden || scene.winner === null;
    part("result-review")?.toggleAttribute("hidden", isHidden || scene.winner === null);
    part("result-keep")?.toggleAttribute("hidden", who.you === null); // a player with an account has no such line
    this.drawLastDeal(scene, who);
    this.drawRematch(now);
    if (fair) {
      setText(part("result-fair"), describeSign(markOfGame(fair)));
      drawTicks(part("result-ticks"), fair.checks, this.showDeal);
    }
    if (part("follow")) this.offerToFollow(who); // for players with an account
    if (appears && this.ofEvent) this.showPlace(who);
    if (appears) part("result-title").focus();
    if (appears && scene.winner !== null && !isHidden) {
      this.loadFacts(who);
      if (who.you !== null) this.showCoach();
    }
  }

  async showCoach() {
    const { showRemarks } = await import("../../advice/coach.js");
    await showRemarks(this.part("result-firsts"), this.game);
  }

  /** Loads the facts about the game. Their space is reserved meanwhile. */
  async loadFacts(who) {
    const [facts, sources] = [this.part("result-facts"), this.part("result-sources")];
    facts.hidden = sources.hidden = false;
    const { ok, body } = await get(`/api/games/${this.game}/meaning`);
    this.part("result-luck")?.toggleAttribute("hidden", !(ok && body.luck));
    if (ok) setText(this.part("result-firsts"), (body.firsts ?? []).join(" "));
    const isKnown = ok && body.by_seat.length === 2;
    facts.hidden = sources.hidden = !isKnown;
    if (!isKnown) return;
    facts.replaceChildren(...buildFacts(body, who).map(factShown));
    sources.replaceChildren(...sourcesShown(pointSources(body, who)));
  }

  async share() {
    const { shareResult } = await import("./share-result.js");
    const { names } = this.now.who;
    const [one, other] = this.now.scene.scores;
    await shareResult(
      this.part("result-share"),
      this.part("result-shared"),
      this.game,
      `${names[0]} ${one} – ${other} ${names[1]}`,
    );
  }

  async offerToFollow(who) {
    const { FollowOpponent } = await import("./follow-opponent.js");
    this.following ??= new FollowOpponent(this.part("follow"), this.part("result-shared"));
    await this.following.offer(who);
  }

  async showPlace(who) {
    const { showPlace } = await import("./event-result.js");
    await showPlace(this.ofEvent, who, this.announce);
  }

  drawSettlement(settled, who) {
    const node = this.part("result-points");
    setAttr(node, "hidden", !settled);
    if (!settled) return;
    const { lines, why } = describeSettlement(settled, who);
    const rows = lines.map(
      ({ name, says }) => html("li", {}, html("span", { class: "whose-points" }, name), ` ${says}`),
    );
    const before = node.textContent;
    node.replaceChildren(html("ul", {}, ...rows), html("p", {}, why));
    if (node.textContent !== before) this.announce([...lines.map(({ heard }) => heard), why].join(" "));
  }

  drawLastDeal({ open, starter, you }, who) {
    this.part("result-open").hidden = !open;
    if (!open) return;
    const hands = openHands(open);
    const rows = [1 - you, you].map(
      (seat) => (
        {
          name: youOrName(seat, who, () => gettext("Your cards"), (name) => gettext("{name}’s cards", { name })),
          ...hands[seat],
        }
      ),
    );
    if (starter) rows.splice(1, 0, { name: gettext("starter"), kept: [starter], thrown: [] });
    const cards = (names, kind, title) =>
      names.length
        ? html(
          "span",
          { class: `open-cards ${kind}`, title },
          ...names.map((card) => html("span", { class: "small-card" }, cardFace(card))),
        )
        : null;
    syncChildren(this.part("result-hands"), rows, ({ name }) => name, ({ name, kept, thrown }) =>
      html(
        "li",
        { class: "open-hand" },
        html("span", { class: "open-name" }, name),
        html(
          "span",
          { class: "open-row" },
          cards(kept, "kept", null),
          cards(thrown, "thrown", gettext("discarded to the crib")),
        ),
      ),
    );
  }

  drawRematch({ rematch, who, match, scene }) {
    const { part, complaint } = this;
    const isOpen = isMatchOpen(match, scene.winner);
    const { says, label, link, game } = rematchState(rematch, who, isOpen);
    const isAgainstBot = who.bots.some(Boolean);
    const isWatching = who.you === null;
    part("rematch").hidden = Boolean(this.ofEvent) || isAgainstBot || isWatching || label === null;
    if (label) setText(part("rematch"), label);
    setText(part("result-asks"), complaint || says);
    part("result-asks").classList.toggle("complaint", Boolean(complaint));
    part("rematch-link").hidden = !link;
    if (link) {
      setText(part("rematch-link"), link);
      setAttr(part("rematch-link"), "href", `/table/${game}`);
    }
    part("again").hidden = Boolean(this.ofEvent) || isWatching;
    setText(
      part("again"),
      isAgainstBot ? (isOpen ? gettext("Next game") : gettext("Play again")) : gettext("New opponent"),
    );
    part("again").classList.toggle("quiet", !isAgainstBot);
  }
}

const factShown = ({ label, figure, more }) =>
  html(
    "div",
    {},
    html("dt", {}, label),
    html("dd", {}, html("span", { class: "figure" }, figure), more ? html("small", {}, ` ${more}`) : null),
  );

function sourcesShown({ heads, rows }) {
  const head = html("tr", {}, html("td", {}), ...heads.map((text) => html("th", { scope: "col" }, text)));
  const body = rows.map(
    ({ name, figures }) =>
      html("tr", {}, html("th", { scope: "row" }, name), ...figures.map((text) => html("td", {}, text))),
  );
  return [
    html("caption", {}, gettext("Where the points came from")),
    html("thead", {}, head),
    html("tbody", {}, ...body),
  ];
}
