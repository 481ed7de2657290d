import assert from "node:assert/strict";
import { test } from "node:test";
import { middleCards } from "../../../programs/embedding.js";
import { embedLine, placeAddress, placeLink } from "../share.js";
import { buildStops } from "../../../game/scene/stops.js";
import { aGame } from "./sample-game.js";

const here = (asked) => ({ href: `https://cards.example/game/abc${asked}` });

test("a link to a move names it where the server sees it, and nothing else", () => {
  assert.equal(placeLink(here("?ply=3&review#7"), "57.1"), "https://cards.example/game/abc?ply=57.1");
});

test("a viewer who steps on from a linked move is no longer at that move", () => {
  assert.equal(placeAddress(here("?ply=3"), "4"), "https://cards.example/game/abc#4");
  assert.equal(placeAddress(here("?review=1&ply=3#9"), "4"), "https://cards.example/game/abc?review=1#4");
});

const FRAME = {
  board: "https://cards.example/embed/game/abc",
  width: "480",
  height: "560",
  title: `Ann v "Bob" & <b>`,
};

test("the embed code shows the same move from the same side", () => {
  const line = embedLine(FRAME, "57", 1);
  assert.match(
    line,
    /^<iframe src="https:\/\/cards\.example\/embed\/game\/abc\?ply=57&amp;seat=1" width="480" height="560" /,
  );
  assert.ok(!embedLine(FRAME, "57", 0).includes("seat"));
});

test("no name can end the iframe's title", () => {
  const [, title] = /title="([^"]*)"/.exec(embedLine(FRAME, "57", 0));
  assert.equal(title, "Ann v &#34;Bob&#34; &#38; &#60;b&#62;");
});

test("in the middle are the cards of the current count, and then the counted hand", () => {
  const stops = buildStops(aGame());
  for (const { scene } of stops) {
    const cards = middleCards(scene);
    if (scene.showing) assert.deepEqual([...cards].sort(), [...scene.showing.cards].sort());
    else assert.deepEqual(cards, scene.phase === "play" ? scene.pile : []);
  }
  assert.ok(stops.some(({ scene }) => scene.showing));
});
