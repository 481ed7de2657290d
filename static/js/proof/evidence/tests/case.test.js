import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { utf8 } from "../../../rng/bytes.js";
import { looksLikeCase, verifyBeside, verifyCase } from "../case.js";
import { verify } from "../transcript.js";

const file = new Uint8Array(readFileSync(new URL("../../../../../docs/reference/a-transcript.json", import.meta.url)));
const transcript = verify(file);
const { game, fair: { params }, receipts: [receipts] } = transcript.document;

const kept = (change = {}) =>
  utf8(JSON.stringify({ format: "every-other/case/1", game, params, says: "", receipts, ...change }));
const verdictOf = (...given) => verifyCase(...given).verdict;

test("the stored case of the documented game is true, alone and with its transcript", () => {
  assert.deepEqual(verifyCase(kept()).faults, []);
  assert.equal(verifyCase(kept()).receipts, receipts.length);
  assert.deepEqual(verifyBeside(transcript, kept()), transcript);
  assert.equal(verdictOf(kept(), transcript.document), "true");
});

test("a false transcript stays false, whatever case comes with it", () => {
  const found = verify(file.map((byte, n) => (n === 500 ? byte ^ 1 : byte)));
  assert.equal(verifyBeside(found, kept()), found);
});

test("a missing receipt in a transcript is detected", () => {
  const found = { ...transcript, document: { ...transcript.document, receipts: [receipts.slice(1), []] } };
  assert.deepEqual(verifyBeside(found, kept()).faults.map(({ says }) => says), [
    "The transcript has no receipt \"promise\" of seat 0, which the server signed.",
  ]);
});

test("a case is recognized by its format, and a transcript or a sentence is none", () => {
  assert.equal(looksLikeCase(kept()), true);
  assert.equal(looksLikeCase(kept().slice(0, 60)), true);
  assert.equal(looksLikeCase(file), false);
  assert.equal(looksLikeCase(utf8(JSON.stringify({ says: "\"format\": \"every-other/case/1\"" }))), false);
  assert.equal(looksLikeCase(Uint8Array.of(0xff, 0xfe)), false);
});

test("no input makes it throw", () => {
  const long = "x".repeat(20e6);
  const given = [
    new Uint8Array(0), new Uint8Array(30e6), Uint8Array.of(0xff), utf8("null"), utf8(
      `{"format":"every-other/case/1","game":"`,
    ), utf8("[".repeat(1e6)),
    kept({ says: long, params: long }), kept(
      { receipts: Array(2001).fill("") },
    ), kept({ receipts: [long] }), kept({ receipts: { length: 1 } }),
    kept({ receipts: [] }), kept({ receipts: ["", "\n\n", "a\n\n— b c\n"] }),
    kept({ params: "null" }), kept({ params: "[]" }), kept(
      { params: `{"signer":{}}` },
    ), kept({ params: null }), kept({ more: 1 }), kept({ game: undefined }),
    utf8(`{"__proto__":${new TextDecoder().decode(kept())}}`),
  ];
  assert.deepEqual(given.map((each) => verdictOf(each)), given.map(() => "unreadable"));
});
