import assert from "node:assert/strict";
import { test } from "node:test";
import { Tab } from "../tab.js";

function device() {
  const page = Object.assign(
    new EventTarget(),
    { hidden: false, title: "Ann v Bob", documentElement: { dataset: {} } },
  );
  const icon = { href: "icon.svg", dataset: { turn: "icon-turn.svg" } };
  const badges = [];
  const app = {
    setAppBadge: () => (badges.push("up"), Promise.reject(new Error("not installed"))),
    clearAppBadge: () => (badges.push("down"), Promise.resolve()),
  };
  const look = (hidden) => {
    page.hidden = hidden;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  return { where: { page, icon, app }, page, icon, badges, look };
}

test("a player who looks elsewhere sees their turn on the tab and on the app", () => {
  const { where, icon, badges, look } = device();
  const tab = new Tab(where);
  look(true);
  assert.equal(icon.href, "icon.svg");
  tab.setMyMove(true);
  tab.setMyMove(true);
  assert.equal(icon.href, "icon-turn.svg");
  assert.deepEqual(badges, ["up"]);
  look(false);
  assert.equal(icon.href, "icon.svg");
  assert.deepEqual(badges, ["up", "down"]);
});

test("the mark appears for a move that was not made, and disappears when it was made elsewhere", () => {
  const { where, icon, look } = device();
  const tab = new Tab(where);
  tab.setMyMove(true);
  assert.equal(icon.href, "icon.svg");
  look(true);
  assert.equal(icon.href, "icon-turn.svg");
  tab.setMyMove(false);
  assert.equal(icon.href, "icon.svg");
});

test("the scripts of a page share one title: the table sets it, the site adds the count", () => {
  const { where, page, icon, badges, look } = device();
  const [table, site] = [new Tab(where), new Tab(where)];
  site.setCount(2);
  assert.equal(page.title, "(2) Ann v Bob");
  table.setTitle("Your move · Ann v Bob");
  assert.equal(page.title, "(2) Your move · Ann v Bob");
  look(true);
  assert.equal(icon.href, "icon-turn.svg");
  table.setMyMove(false);
  assert.equal(icon.href, "icon-turn.svg");
  site.setCount(0);
  assert.equal(page.title, "Your move · Ann v Bob");
  assert.equal(icon.href, "icon.svg");
  assert.deepEqual(badges, ["up", "down"]);
});

test("a browser without badges still shows the dot", () => {
  const { where, icon, look } = device();
  const tab = new Tab({ ...where, app: {} });
  tab.setMyMove(true);
  look(true);
  assert.equal(icon.href, "icon-turn.svg");
});
