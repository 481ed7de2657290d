import assert from "node:assert/strict";
import { test } from "node:test";
import { applyStep, holdsForContinue } from "../../scene/scene.js";
import { CatchUp } from "../catch-up.js";
import { Pace } from "../pace.js";
import { Store } from "../store.js";

const CUT = { ply: 1, events: [{ e: "cut_for_deal", cards: ["2H", "KD"], dealer: 0 }] };
const DEALT = { ply: 2, events: [{ e: "dealt", number: 1, dealer: 0 }] };
const THEIRS = { ply: 3, events: [{ e: "thrown", seat: 1 }] };
const MINE = { ply: 4, events: [{ e: "thrown", seat: 0 }, { e: "starter", card: "9S" }] };
const PLAYED = { ply: 5, events: [{ e: "played", seat: 1, card: "7C", count: 7 }] };
const COUNTED = {
  e: "counted",
  seat: 1,
  what: "hand",
  cards: ["2H", "4H", "6H", "8H"],
  starter: "9S",
  points: 2,
  parts: [{ kind: "fifteen", cards: ["6H", "9S"], points: 2 }],
};
const PEGGED = { e: "pegged", seat: 1, points: 2, score: 2, kind: "hand", parts: [] };
const SHOW = { ply: 6, events: [COUNTED, PEGGED, { ...COUNTED, seat: 0 }, { e: "dealt", number: 2, dealer: 1 }] };
const ALL = [CUT, DEALT, THEIRS, MINE, PLAYED, SHOW];

const viewAt = (ply) => ({
  target: 121, counting: "auto", phase: ply < 4 || ply === 6
    ? "throw"
    : "play", deal: ply === 6
    ? 2
    : Math.min(ply - 1, 1), dealer: 0, scores: ply < 6
    ? [0, 0]
    : [0, 2], cut: [["2H", "KD"]],
  hand: ["AS"], held: [4, 4], thrown: [true, true], throw: [], starter: "9S", pile: [], count: 0, played: [], turn: [0],
  show: null, winner: null, value: null, ended: null,
});
const tableAt = (ply, you = 0) => ({
  t: "table", ply, you, players: ["Ada", "Bert"].map(
    (name) => ({ name, bot: false }),
  ), view: viewAt(ply), history: ALL.slice(0, ply),
});

/** A page with its saved data, and the steps that it draws. */
function page(saved = {}) {
  const [drawn, log] = [[], []];
  const store = new Store();
  const pace = new Pace({
    apply: (step) => {
      store.showScene(applyStep(store.state.scene, step));
      if (step.event) catchUp.countDrawn();
      drawn.push(step.event?.e ?? "view");
    },
    pause: () => 0, takeOff: () => 0, holds: (step) => holdsForContinue(store.state.scene, step.event), idle: () => {},
  });
  const catchUp = new CatchUp(
    { store, pace, saved, log: { fill: (lines) => log.push(...lines.map(({ says }) => says)) } },
  );
  const open = (frame) => {
    store.openTable(frame);
    catchUp.open(frame);
  };
  return { store, pace, catchUp, saved, drawn, log, open };
}

test("a new visitor sees the current table, and can read the log", () => {
  const { store, saved, drawn, log, open } = page();
  open(tableAt(5));
  assert.deepEqual(
    [drawn, log.length, store.state.scene.phase, store.state.missed, saved.drawn],
    [[], 6, "play", 0, 6],
  );
});

test("a returning player sees the moves since then, and the count leaves out received ones", () => {
  const { store, drawn, log, open, saved } = page({ drawn: 2, heard: 2 });
  open(tableAt(5));
  assert.deepEqual(
    [log.length, drawn, store.state.missed, saved.drawn],
    [2, ["thrown", "thrown", "starter", "played", "view"], 2, 6],
  );
  const reloaded = page({ drawn: 2, heard: 5 });
  reloaded.open(tableAt(5));
  assert.equal(reloaded.store.state.missed, 1);
});

test("a show continues after a reload where it was", () => {
  const left = page({ drawn: 6, heard: 6 });
  left.open(tableAt(6));
  assert.deepEqual([left.drawn, left.pace.running, left.saved.drawn], [["counted", "pegged"], "held", 8]);
  const back = page({ ...left.saved });
  back.open(tableAt(6));
  assert.deepEqual(
    [back.store.state.scene.showing.seat, back.store.state.scene.scores, back.pace.running],
    [1, [0, 2], "held"],
  );
  back.store.showScene({ ...back.store.state.scene, showing: null });
  back.pace.resume();
  assert.deepEqual([back.drawn, back.store.state.scene.showing.seat], [["counted"], 0]);
});

test("a watcher sees nothing twice", () => {
  const { store, drawn, log, open } = page({ drawn: 2 });
  open(tableAt(5, null));
  assert.deepEqual([drawn, log.length, store.state.missed], [[], 6, 0]);
});

test("moves missed during a lost connection are drawn after the known ones, each once", () => {
  const { catchUp, store, drawn, open, saved } = page();
  open(tableAt(2));
  store.openTable(tableAt(5));
  catchUp.reopen({ ...tableAt(5), history: [THEIRS, MINE, PLAYED] }, 1, 3);
  assert.deepEqual([drawn, store.state.missed, saved.drawn], [["thrown", "starter", "played", "view"], 1, 5]);
});

test("without a history the current table is shown, and nothing is counted", () => {
  const { catchUp, store, saved, open } = page({ drawn: 4 });
  open({ ...tableAt(5), history: undefined });
  catchUp.countDrawn();
  assert.deepEqual([store.state.scene.phase, saved.drawn], ["play", undefined]);
});
