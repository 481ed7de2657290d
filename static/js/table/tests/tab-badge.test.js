import assert from "node:assert/strict";
import { test } from "node:test";
import { TabBadge } from "../tab-badge.js";

function device() {
  const page = Object.assign(new EventTarget(), { hidden: false });
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
  return { where: { page, icon, app }, icon, badges, look };
}

test("whoever looks elsewhere when the turn comes sees it on the tab and on the app", () => {
  const { where, icon, badges, look } = device();
  const sign = new TabBadge(where);
  look(true);
  assert.equal(icon.href, "icon.svg");
  sign.setMyMove(true);
  sign.setMyMove(true);
  assert.equal(icon.href, "icon-turn.svg");
  assert.deepEqual(badges, ["up"]);
  look(false);
  assert.equal(icon.href, "icon.svg");
  assert.deepEqual(badges, ["up", "down"]);
});

test("the sign goes up for who leaves a move undone, and down when it was made elsewhere", () => {
  const { where, icon, look } = device();
  const sign = new TabBadge(where);
  sign.setMyMove(true);
  assert.equal(icon.href, "icon.svg");
  look(true);
  assert.equal(icon.href, "icon-turn.svg");
  sign.setMyMove(false);
  assert.equal(icon.href, "icon.svg");
});

test("a browser that knows no badges shows the dot all the same", () => {
  const { where, icon, look } = device();
  const sign = new TabBadge({ ...where, app: {} });
  sign.setMyMove(true);
  look(true);
  assert.equal(icon.href, "icon-turn.svg");
});
