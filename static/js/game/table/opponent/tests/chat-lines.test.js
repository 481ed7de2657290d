import assert from "node:assert/strict";
import { test } from "node:test";
import { lineText, mergeLines, notes, phrases, visibleLines } from "../chat-lines.js";
import { loadChatPreferences, saveChatPreferences, toggleMute } from "../chat-preferences.js";

const line = (id, name, change = {}) => ({ id, by: 0, name, phrase: null, text: "hello", ...change });

test("phrases have keys that travel and words that are read", () => {
  assert.deepEqual(Object.keys(phrases()), ["luck", "well", "hand", "thanks", "sorry", "game", "moment", "bye"]);
  assert.deepEqual(Object.keys(notes()), ["here", "tonight", "tomorrow", "ready"]);
  assert.equal(lineText(line(1, "Ada", { phrase: "tomorrow", text: null })), "Tomorrow?");
  assert.equal(lineText(line(1, "Ada", { phrase: "luck", text: null })), "Good luck");
  assert.equal(lineText(line(1, "Ada")), "hello");
  assert.equal(lineText(line(1, "Ada", { phrase: "of tomorrow", text: null })), "");
});

test("a line heard twice, as after a lost line, is shown once and in its place", () => {
  const lines = mergeLines([line(1, "Ada"), line(3, "Ada")], [line(2, "Bert"), line(3, "Ada")]);
  assert.deepEqual(lines.map(({ id }) => id), [1, 2, 3]);
});

test("the muted are not heard, and with the chat hidden nobody is", () => {
  const lines = [line(1, "Ada"), line(2, "Bert")];
  assert.deepEqual(visibleLines(lines, { muted: ["Ada"], hidden: false }).map(({ name }) => name), ["Bert"]);
  assert.deepEqual(visibleLines(lines, { muted: [], hidden: true }), []);
});

test("whom I muted stays muted until I want to hear them again", () => {
  const kept = new Map();
  const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  assert.deepEqual(loadChatPreferences(storage), { muted: [], hidden: false });
  saveChatPreferences(toggleMute(loadChatPreferences(storage), "Ada"), storage);
  assert.deepEqual(loadChatPreferences(storage).muted, ["Ada"]);
  assert.deepEqual(toggleMute(loadChatPreferences(storage), "Ada").muted, []);
});
