import assert from "node:assert/strict";
import { test } from "node:test";
import { gestures, isGesture, lineText, mergeLines, notes, visibleLines } from "../chat-lines.js";
import { loadChatPreferences, saveChatPreferences, toggleMute } from "../chat-preferences.js";

const line = (id, name, change = {}) => ({ id, by: 0, name, phrase: null, text: "hello", ...change });

test("gestures and phrases are sent as keys and shown as words", () => {
  assert.deepEqual(Object.keys(gestures()), ["knock", "hat", "groan", "laugh", "cards"]);
  assert.deepEqual(Object.keys(notes()), ["here", "tonight", "tomorrow", "ready"]);
  assert.equal(lineText(line(1, "Ada", { phrase: "tomorrow", text: null })), "Tomorrow?");
  assert.equal(lineText(line(1, "Ada", { phrase: "hat", text: null })), "Tip of the hat");
  assert.equal(lineText(line(1, "Ada", { phrase: "luck", text: null })), "Good luck");
  assert.equal(lineText(line(1, "Ada")), "hello");
  assert.equal(lineText(line(1, "Ada", { phrase: "of tomorrow", text: null })), "");
});

test("only gestures are shown as such: no phrase, note or text", () => {
  const says = (phrase) => isGesture(line(1, "Ada", { phrase, text: null }));
  assert.deepEqual(["knock", "luck", "here", "of tomorrow", null].map(says), [true, false, false, false, false]);
});

test("a line received twice, as after a lost connection, is shown once and in its place", () => {
  const lines = mergeLines([line(1, "Ada"), line(3, "Ada")], [line(2, "Bert"), line(3, "Ada")]);
  assert.deepEqual(lines.map(({ id }) => id), [1, 2, 3]);
});

test("muted players' lines are hidden, and with the chat hidden all are", () => {
  const lines = [line(1, "Ada"), line(2, "Bert")];
  assert.deepEqual(visibleLines(lines, { muted: ["Ada"], hidden: false }).map(({ name }) => name), ["Bert"]);
  assert.deepEqual(visibleLines(lines, { muted: [], hidden: true }), []);
});

test("a muted player stays muted until unmuted", () => {
  const kept = new Map();
  const storage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  assert.deepEqual(loadChatPreferences(storage), { muted: [], hidden: false });
  saveChatPreferences(toggleMute(loadChatPreferences(storage), "Ada"), storage);
  assert.deepEqual(loadChatPreferences(storage).muted, ["Ada"]);
  assert.deepEqual(toggleMute(loadChatPreferences(storage), "Ada").muted, []);
});
