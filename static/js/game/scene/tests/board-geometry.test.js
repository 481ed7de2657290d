import assert from "node:assert/strict";
import { test } from "node:test";
import { boardSize, endNames, holePosition, numberAt, numberedHoles, pegPath, skunkLines } from "../board-geometry.js";

for (const target of [61, 121]) {
  test(`a board to ${target} has every hole inside it and none twice`, () => {
    const { width, height } = boardSize(target);
    const seen = new Set();
    for (const lane of [0, 1]) {
      for (let n = -1; n < target; n += 1) {
        const { x, y } = holePosition(n, lane, target);
        assert.ok(x > 4 && x < width - 4 && y > 4 && y < height - 4, `hole ${n} at ${x}, ${y}`);
        seen.add(`${x} ${y}`);
      }
    }
    assert.equal(seen.size, 2 * (target + 1));
  });

  test(`the holes of a board to ${target} are never further apart than at a turn`, () => {
    for (const lane of [0, 1]) {
      for (let n = 1; n < target; n += 1) {
        const [here, next] = [holePosition(n, lane, target), holePosition(n + 1, lane, target)];
        assert.ok(Math.hypot(next.x - here.x, next.y - here.y) <= 42, `${n} to ${n + 1}`);
      }
    }
  });

  test(`a number of a board to ${target} is next to its hole, clear of both lanes`, () => {
    for (let n = 10; n < target; n += 10) {
      const { x, y } = numberAt(n, target);
      assert.ok(y < boardSize(target).height - 4);
      for (const lane of [0, 1]) assert.equal(holePosition(n, lane, target).x, x);
      for (const lane of [0, 1]) assert.ok(y - holePosition(n, lane, target).y > 8);
    }
  });
}

test("both lanes share the last hole", () => {
  assert.deepEqual(holePosition(121, 0, 121), holePosition(121, 1, 121));
});

test("the outer lane of one turn is the inner lane of the next", () => {
  assert.ok(holePosition(1, 0, 121).y < holePosition(1, 1, 121).y);
  assert.ok(holePosition(31, 0, 121).y > holePosition(31, 1, 121).y);
  assert.ok(holePosition(61, 0, 121).y < holePosition(61, 1, 121).y);
});

test("a score before a skunk line is in the street before it", () => {
  for (const { after } of skunkLines(121)) {
    assert.notEqual(holePosition(after, 0, 121).y, holePosition(after + 1, 0, 121).y);
  }
});

test("the back peg leaps over its fellow and moves on hole by hole", () => {
  assert.deepEqual(pegPath(3, 7, 10), [3, 7, 8, 9, 10]);
});

test("the first peg of a game starts from behind the first hole", () => {
  assert.deepEqual(pegPath(-1, 0, 2), [-1, 0, 1, 2]);
});

test("a peg that is in front already moves on alone", () => {
  assert.deepEqual(pegPath(7, 3, 9), [7, 8, 9]);
});

test("start and finish are labelled on the board, clear of the numbers", () => {
  for (const target of [61, 121]) {
    const { height } = boardSize(target);
    const numbers = numberedHoles(target).map((n) => numberAt(n, target));
    for (const { x, y } of Object.values(endNames(target))) {
      assert.ok(x >= 4 && y < height - 4);
      for (const number of numbers.filter((number) => number.y === y)) {
        assert.ok(number.x - x > 60, `${target}: ${number.x}`);
      }
    }
  }
});
