/** Builds the rows of each list, with their buttons. */

import { describeSettings } from "../scene/offers.js";
import { buildStakes } from "../../ranking/stake-view.js";
import { html, setText } from "../../ui/dom.js";
import { shownName } from "../../ui/words/shown-name.js";
import { gettext } from "../../ui/translate.js";
import { onExclusiveClick } from "../../ui/exclusive-click.js";
import { isForAnyone } from "./model.js";
import { describeAwaitedOpponent, describeScores, describeTurn, describeWait, namesOf, opponentOf } from "./texts.js";
import { tableUrl } from "./urls.js";

const SIGN_UP = "/accounts/signup/";

/** A button with a short visible label and a full accessible one: "Play", "Play Ann". */
const button = (words, whole, act, look = "small") =>
  onExclusiveClick(html("button", { class: `button ${look}`, type: "button", "aria-label": whole }, words), act);

const link = (words, whole, href, look = "small") =>
  html("a", { class: `button ${look}`, href, "aria-label": whole }, words);

const named = (...words) => html("strong", { class: "name" }, ...words);
const line = (...words) => html("p", { class: "settings" }, ...words);
const row = (words, ...actions) =>
  html(
    "li",
    {},
    html("div", { class: "words" }, ...words.filter(Boolean)),
    html("div", { class: "actions" }, ...actions),
  );

const toPlay = ({ target, rated }) =>
  [gettext("to {target}", { target }), ...(rated ? [gettext("rated")] : [])].join(", ");

const wait = () => html("span", { class: "waited" });

/** Updates how long a seek has waited, by this page's clock. */
export function updateWait(child, seek, now = Date.now()) {
  const node = child.querySelector(".waited");
  if (node) setText(node, ` · ${describeWait((now - seek.since) / 1000)}`);
}

/** Updates the stakes, because points change while the page is open. */
function renewStakes(child, seek, own) {
  const fresh = buildStakes(seek, own);
  for (const part of ["summary", "p"]) {
    if (fresh) setText(child.querySelector(`.stake ${part}`), fresh.querySelector(part).textContent);
  }
}

const points = ({ points }) => (
  points === null ? null : html("span", { class: "has-points", title: gettext("points among people") }, ` ${points}`)
);

const by = ({ by: name, nickname, program }) => shownName({ name, nickname, program });

const play = (seek, does) =>
  button(gettext("Play"), gettext("Play {name}", { name: by(seek) }), () => does.acceptSeek(seek));
const signUp = ({ by }) =>
  link(gettext("Sign up"), gettext("Sign up to play {name}", { name: by }), SIGN_UP, "small quiet");

export const seekRow = (own, does) => ({
  make: (seek) => {
    const words = [
      named(by(seek)),
      seek.rated ? points(seek) : null,
      line(describeSettings(seek), wait()),
      buildStakes(seek, own()),
    ];
    const mayPlay = !seek.rated || own() !== null;
    return row(words, mayPlay ? play(seek, does) : signUp(seek));
  },
  update: (child, seek) => {
    updateWait(child, seek);
    renewStakes(child, seek, own());
  },
});

export const mySeekRow = (does) => ({
  make: (seek) => {
    const words = [named(describeAwaitedOpponent(seek)), line(describeSettings(seek), wait())];
    if (seek.invite) words.push(invitation(seek.invite, does));
    const table = link(gettext("Table"), gettext("Table where you wait"), tableUrl(seek.id), "small quiet");
    const whole = gettext("Withdraw {settings}", { settings: describeSettings(seek) });
    const actions = [table, button(gettext("Withdraw"), whole, () => does.withdraw(seek), "small quiet")];
    if (isForAnyone(seek)) {
      actions.unshift(button(gettext("Play a bot meanwhile"), null, () => does.playBotMeanwhile()));
    }
    return row(words, ...actions);
  },
  update: updateWait,
});

function invitation(invite, does) {
  const href = new URL(invite, location.origin).href;
  const field = html(
    "input",
    { class: "field", readonly: true, value: href, "aria-label": gettext("The link to give to your friend") },
  );
  field.addEventListener("focus", () => field.select());
  const copying = button(gettext("Copy"), gettext("Copy the link"), async () => {
    await does.copy(field);
    setText(copying, gettext("Copied"));
    setTimeout(() => setText(copying, gettext("Copy")), 3_000);
  });
  return html("div", { class: "invitation" }, field, copying);
}

export const playingRow = (you) => ({
  make: (game) => {
    const opponent = opponentOf(game, you());
    const words = [
      named(opponent),
      html("p", { class: "turn" }),
      line(html("span", { class: "scores" }), toPlay(game)),
    ];
    return row(
      words,
      link(gettext("Continue"), gettext("Continue against {name}", { name: opponent }), tableUrl(game.id)),
    );
  },
  update: (child, game) => {
    setText(child.querySelector(".turn"), describeTurn(game));
    setText(child.querySelector(".scores"), describeScores(game, you()));
  },
});

export const gameRow = () => ({
  make: (game) => {
    const [a, b] = namesOf(game);
    const words = [
      named(gettext("{one} v {other}", { one: a, other: b })),
      line(html("span", { class: "scores" }), toPlay(game)),
    ];
    const whole = gettext("Watch {one} against {other}", { one: a, other: b });
    return row(words, link(gettext("Watch"), whole, tableUrl(game.id), "small quiet"));
  },
  update: (child, game) => setText(child.querySelector(".scores"), describeScores(game)),
});

export const blockedRow = (does) => ({
  keyOf: ({ name }) => name,
  make: ({ name }) => row(
    [named(name)],
    button(gettext("Unblock"), gettext("Unblock {name}", { name }), () => does.unblock(name), "small quiet"),
  ),
});

function markFollowed(words, isFollowed) {
  const mark = words.querySelector(".followed");
  if (isFollowed && !mark) words.append(html("span", { class: "followed settings" }, ` ${gettext("you follow them")}`));
  if (!isFollowed) mark?.remove();
}

export const personRow = (you, does) => ({
  keyOf: ({ name }) => name,
  make: ({ name, ...one }) =>
    name === you()
      ? row(
        [named(shownName({ name, ...one })), points(one), html("span", { class: "settings" }, ` ${gettext("you")}`)],
      )
      : row(
          [named(shownName({ name, ...one })), points(one)],
          button(
            gettext("Challenge"),
            gettext("Challenge {name}", { name }),
            () => does.challenge(name),
            "small quiet",
          ),
          button(gettext("Block"), gettext("Block {name}", { name }), () => does.confirmBlock(name), "small plain"),
        ),
  update: (child, { isFollowed }) => markFollowed(child.querySelector(".words"), isFollowed),
});
