import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addressOf,
  countCalls,
  delayBeforeTable,
  describeNotice,
  freshNotices,
  inOrderOfComing,
  isNew,
  isShown,
  isTimely,
  keyOf,
  newsOfTable,
  noticesFor,
  tablesToOpen,
  unreadNotices,
} from "../notices.js";

const notice = (kind, id, more = {}) => ({ kind, id, opponent: "Ann", by: "Ann", deadline: null, ...more });
const keys = (notices) => notices.map(keyOf).join(" ");

test("the count includes what waits for me, not what I wait for", () => {
  const all = [
    "began",
    "turn",
    "challenge",
    "waiting",
    "declined",
    "warned",
    "muted",
  ].map((kind) => notice(kind, kind));
  assert.equal(countCalls(all), 4);
});

test("forgotten games are reported in one sentence, which needs no action", () => {
  assert.match(describeNotice(notice("forgotten", "x", { games: 1 })), /^1 game of yours/);
  assert.match(describeNotice(notice("forgotten", "x", { games: 4 })), /^4 games of yours/);
  assert.equal(countCalls([notice("forgotten", "x", { games: 1 })]), 0);
});

test("a table leaves out its own notifications, and every page leaves out dismissed ones", () => {
  const all = [notice("turn", "here"), notice("turn", "there"), notice("declined", "x")];
  assert.equal(keys(noticesFor(all, "here", ["declined:x"])), "turn:there");
  assert.equal(keys(noticesFor(all, null)), "turn:here turn:there declined:x");
});

test("a toast is for notifications that this tab has not shown before", () => {
  const all = [notice("turn", "a"), notice("turn", "b"), notice("waiting", "c")];
  assert.equal(keys(freshNotices(all, ["turn:a"])), "turn:b");
  assert.equal(keys(freshNotices(all, keys(all).split(" "))), "");
});

test("a new tab shows what cannot wait; the rest is in the list", () => {
  const all = [notice("turn", "a"), notice("challenge", "b"), notice("began", "c"), notice("warned", "d")];
  assert.equal(keys(freshNotices(all, null)), "challenge:b began:c");
});

test("a page opens a new game's table automatically, but never leaves a rated game", () => {
  const at = (phase, againstBot, isRated = false) =>
    delayBeforeTable({ isFront: false, table: { phase, againstBot, isRated } });
  assert.equal(delayBeforeTable({ isFront: true, table: null }), 0);
  assert.equal(delayBeforeTable({ isFront: false, table: null }), 3_000);
  assert.equal(at("play", true), 5_000);
  assert.equal(at("play", true, true), null);
  assert.equal(at("throw", false), null);
  assert.equal(at("over", false), 3_000);
  assert.equal(at("waiting", false), 0);
});

test("a turn is shown with the time left, if there is a limit", () => {
  assert.equal(describeNotice(notice("turn", "a"), 0), "Your turn against Ann");
  assert.equal(describeNotice(notice("turn", "a", { deadline: 1 }), 7_300_000), "Your turn against Ann · 2 hours left");
  const resting = { deadline: 1, away_until: Date.UTC(2027, 7, 12, 12) };
  assert.match(
    describeNotice(notice("turn", "a", resting), 7_300_000),
    /^Your turn against Ann · on vacation until Aug 12$/,
  );
  assert.equal(
    describeNotice(notice("turn", "a", { deadline: 1 }), 60_000),
    "Your turn against Ann · less than an hour left",
  );
});

test("a toast repeats neither the bar of the player's games nor the open list", () => {
  const shown = (kind, page) => isShown(notice(kind, "a"), { isListOpen: false, isBarNew: false, ...page });
  const withBar = ["turn", "turn_ending", "challenge"].map((kind) => shown(kind, { isBarNew: true }));
  assert.deepEqual(withBar, [true, true, false]);
  assert.equal(shown("turn", {}), false, "a bar that was drawn before this turn does not say it");
  assert.equal(shown("challenge", { isListOpen: true }), true);
});

test("hours are rounded as on the server's pages", () => {
  const left = (minutes) => describeNotice(notice("turn", "a", { deadline: 1 }), minutes * 60_000).split(" · ")[1];
  assert.deepEqual(
    [1_439, 1_400, 359, 90, 60, 59].map(left),
    ["24 hours left", "23 hours left", "6 hours left", "2 hours left", "1 hour left", "less than an hour left"],
  );
});

test("a ruling is shown with its reason", () => {
  const reason = "Shouting.";
  assert.equal(describeNotice(notice("muted", "1", { reason, until: null })), "You can’t chat any more: Shouting.");
  assert.match(
    describeNotice(notice("muted", "1", { reason, until: "2026-12-01T10:00:00+00:00" })),
    /^You can’t chat until .*2026.*: Shouting\.$/,
  );
});

test("a table opens the next table of an event; other pages list it", () => {
  const paired = notice("paired", "7", { game: "next", event: "Friday night", read: false });
  assert.deepEqual(tablesToOpen([paired], "last").map(({ id, notice: of }) => [id, of]), [["next", "7"]]);
  assert.deepEqual(tablesToOpen([paired], null), []);
  assert.deepEqual(tablesToOpen([{ ...paired, read: true }], "last"), []);
  assert.deepEqual(noticesFor([paired], "next"), []);
  assert.deepEqual(noticesFor([notice("ruling", "9")], null).length, 1);
});

test("news counts until it is read, and gets one toast", () => {
  const all = [notice("paired", "1", { read: false }), notice("followed_here", "2", { read: true })];
  assert.equal(countCalls(all), 1);
  assert.equal(keys(unreadNotices(all)), "paired:1");
  assert.equal(keys(freshNotices(all, [])), "paired:1");
  assert.equal(keys(freshNotices(all, null)), "paired:1");
});

test("notifications that need an action are above the news, the newest first", () => {
  const sent = [
    notice("challenge", "a"),
    notice("turn", "b"),
    notice("ruling", "3", { read: false }),
    notice("paired", "2", { read: true }),
  ];
  assert.equal(keys(inOrderOfComing(sent).reverse()), "turn:b challenge:a ruling:3 paired:2");
});

test("every kind of news has its sentence", () => {
  const says = (kind, more) => describeNotice(notice(kind, "1", { by: "Bob", opponent: undefined, ...more }), 0);
  assert.equal(says("invitation", { title: "the club" }), "Bob invites you: the club");
  const ofOwls = (what) => says("invitation", { title: "Owls", what });
  assert.equal(ofOwls("asked"), "Bob asks to join Owls.");
  assert.equal(ofOwls("accepted"), "Owls let you in: you’re a member now.");
  assert.equal(ofOwls("declined"), "Owls declined your request to join.");
  assert.equal(ofOwls("owner"), "Owls has lost its owner. You are the owner now.");
  assert.equal(says("invitation", { what: "boards" }), "Bob has played your cards: you can compare the two games.");
  assert.equal(says("ruling", { ruling: "club_close", title: "Owls", reason: "Rude." }), "The host closed Owls: Rude.");
  assert.match(
    says("ruling", { ruling: "club_rename", title: "Owls", reason: "Rude." }),
    /^The host changed .* of Owls: Rude\.$/,
  );
  assert.match(says("event_soon", { event: "Tuesday night", starts: 0 }), /^Tuesday night begins at .+\.$/);
  assert.equal(says("paired", { event: "Tuesday night" }), "Tuesday night: you play Bob now.");
  assert.equal(says("daily_open"), "Today’s game is open.");
  assert.equal(says("followed_here", { nickname: "Bo" }), "Bo (guest) is here.");
  assert.equal(says("report_answered"), "Your report was answered. Thank you.");
  const rulings = [
    "unmute",
    "void",
    "ban",
    "unban",
    "appeal",
    "readmit",
    "remove",
    "restore",
  ].map((ruling) => says("ruling", { ruling, reason: "So." }));
  assert.equal(new Set(rulings).size, 8);
  assert.ok(rulings.every((said) => said.endsWith("So.")));
});

test("a move with little time left shows the time", () => {
  const said = describeNotice(notice("turn_ending", "a", { deadline: 1 }), 7_300_000);
  assert.equal(said, "Little time left for your move against Ann: 2 hours left");
  assert.equal(countCalls([notice("turn_ending", "a")]), 1);
});

test("a notification links to a page of the site, and nowhere else", () => {
  assert.equal(addressOf(notice("paired", "1", { game: "a/b" })), "/table/a%2Fb");
  assert.equal(addressOf(notice("followed_here", "1", { by: "Bob" })), "/@Bob");
  assert.equal(addressOf(notice("event_soon", "1", { url: "/events/7" })), "/events/7");
  for (const url of [undefined, "//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)"]) {
    assert.equal(addressOf(notice("event_soon", "1", { url })), null);
  }
});

test("sitting down at a table marks its call as read", () => {
  const paired = (id, game, read = false) => notice("paired", id, { game, read });
  const all = [paired("1", "here"), paired("2", "there"), paired("3", "here", true)];
  assert.deepEqual(newsOfTable(all, "here").map(({ id }) => id), ["1"]);
  assert.deepEqual(newsOfTable(all, null), []);
});

test("a table of an event is news as long as it can be begun, everything else as long as it is listed", () => {
  const at = "2026-11-27T20:00:00+00:00";
  const week = 7 * 86_400;
  const told = (kind, seconds, lasts) =>
    isTimely(notice(kind, "1", { at, until: Date.parse(at) + lasts * 1000 }), Date.parse(at) + seconds * 1000);
  assert.deepEqual([told("paired", 59, 60), told("paired", 60, 60), told("ruling", 600, 60)], [true, false, true]);
  assert.deepEqual([told("paired", week - 1, week), told("paired", week, week)], [true, false]);
});

test("a page opens a table automatically only within a minute, however long the table may wait", () => {
  const at = "2026-11-27T20:00:00+00:00";
  const goes = (kind, seconds) =>
    isNew(notice(kind, "1", { at, until: Date.parse(at) + 86_400_000 }), Date.parse(at) + seconds * 1000);
  assert.deepEqual([goes("paired", 59), goes("paired", 60), goes("began", 600)], [true, false, true]);
});

test("a kind without words in the page brings its own sentence", () => {
  assert.equal(describeNotice(notice("thanked", "1", { says: "Ann thanks you." })), "Ann thanks you.");
  assert.equal(describeNotice(notice("thanked", "1")), "");
});
