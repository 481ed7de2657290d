import assert from "node:assert/strict";
import { test } from "node:test";
import { Narrator } from "../narrator.js";

/** A narrator, and all its announcements so far. */
function listen() {
  const said = [];
  return {
    said,
    narrator: new Narrator({ log: { append: (event, says) => said.push(says) }, announcer: { announce: () => {} } }),
  };
}

test("a hand is described when its points are pegged, and no sooner", () => {
  const { said, narrator } = listen();
  narrator.tell({ e: "played" }, "Ann plays a five.");
  narrator.tell({ e: "counted" }, "Ann counts eight.");
  assert.deepEqual(said, ["Ann plays a five."]);
  narrator.tell({ e: "pegged" }, "Ann has 29.");
  assert.deepEqual(said, ["Ann plays a five.", "Ann counts eight.", "Ann has 29."]);
});

test("a hand without points is described after a while, and once", async () => {
  const { said, narrator } = listen();
  narrator.tell({ e: "counted" }, "Bob counts nothing.");
  narrator.tellCountedSoon(1);
  assert.deepEqual(said, []);
  await new Promise((done) => setTimeout(done, 20));
  narrator.tell({ e: "dealt" }, "Bob deals.");
  assert.deepEqual(said, ["Bob counts nothing.", "Bob deals."]);
});
