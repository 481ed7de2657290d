import assert from "node:assert/strict";
import { test } from "node:test";
import { absentSeats, describeAbsence } from "../away.js";

const anna = (change) => describeAbsence({ gone: true, name: "Anna", left: 42_000, ...change });

test("only people can be away, and only if it is known", () => {
  assert.deepEqual(absentSeats({ seats: [true, false] }, [false, false]), [false, true]);
  assert.deepEqual(absentSeats({ seats: [true, false] }, [false, true]), [false, false]);
  assert.deepEqual(absentSeats(null, [false, false]), [false, false]);
  assert.deepEqual(absentSeats({ seats: [null, null] }, [false, false]), [false, false]);
});

test("an absent opponent is waited for, and then the win may be claimed", () => {
  assert.deepEqual(anna(), { says: "Anna is away.", wait: "You can claim the win in 0:42, or wait.", may: false });
  assert.deepEqual(anna({ left: 0 }), { says: "Anna is away. You can claim the win, or wait.", wait: "", may: true });
});

test("a win cannot be claimed from a player who is here, or with a long time limit", () => {
  for (const change of [{ gone: false }, { left: null }]) {
    assert.deepEqual(anna(change), { says: "", wait: "", may: false });
  }
});
