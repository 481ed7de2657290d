/** A game in the form of /api/games/<id>/replay, shortened to its first deal. */

const DEALT = [["5H", "KD", "AS", "5C", "TD", "2C"], ["9C", "9D", "4S", "JH", "QS", "3D"]];
const THROWS = [["TD", "2C"], ["QS", "3D"]];
const PLAYED = [["1", "9C", 9], ["0", "5H", 14], ["1", "9D", 23], ["0", "5C", 28]];

const BASE = {
  phase: "play", deal: 1, dealer: 0, scores: [0, 0], cut: [
    ["2H", "KD"],
  ], held: [4, 4], thrown: [true, true], starter: "6S", pile: [], count: 0,
  played: [], turn: [], laid: null, open: null, winner: null, value: null, ended: null, dealt: DEALT, hands: DEALT,
  throws: THROWS,
};
const counted = (seat, what, points) => (
  { e: "counted", seat, what, points, cards: ["5H", "KD", "AS", "5C"], starter: "6S", says: "", parts: [] }
);
const pegged = (seat, points, score, kind, says = "") => ({ e: "pegged", seat, points, score, kind, says });

/** Steps of a whole first deal: cut, deal, two throws, four cards (the last with the show), the next deal. */
export function aGame({ end = null } = {}) {
  const steps = [];
  const add = (seat, move, events, state) =>
    steps.push({ ply: steps.length + 1, seat, move, events, state: { ...BASE, ...state } });
  const kept = DEALT.map((six, seat) => six.filter((card) => !THROWS[seat].includes(card)));
  add(
    null,
    { kind: "deal", number: 0 },
    [{ e: "cut_for_deal", cards: ["2H", "KD"], dealer: 0 }],
    {
      phase: "deal",
      deal: 0,
      dealt: [[], []],
      hands: [[], []],
      throws: [[], []],
      starter: null,
      held: [0, 0],
      thrown: [false, false],
    },
  );
  add(
    null,
    { kind: "deal", number: 1 },
    [{ e: "dealt", number: 1, dealer: 0 }],
    { phase: "throw", throws: [[], []], starter: null, held: [6, 6], thrown: [false, false], turn: [0, 1] },
  );
  add(
    1,
    { kind: "throw", cards: THROWS[1] },
    [{ e: "thrown", seat: 1 }],
    {
      phase: "throw",
      throws: [[], THROWS[1]],
      hands: [DEALT[0], kept[1]],
      starter: null,
      held: [6, 4],
      thrown: [false, true],
      turn: [0],
    },
  );
  add(
    0,
    { kind: "throw", cards: THROWS[0] },
    [{ e: "thrown", seat: 0 }, { e: "starter", card: "6S" }],
    { hands: kept, turn: [1] },
  );
  if (end) {
    add(
      0,
      { kind: "resign" },
      [{ e: "over", winner: 1, value: 1, how: end }],
      { phase: "over", hands: kept, winner: 1, value: 1, ended: end },
    );
    return { ...HEAD, steps };
  }
  const [played, hands] = [[], kept.map((hand) => [...hand])];
  for (const [by, card, count] of PLAYED) {
    const seat = Number(by);
    hands[seat] = hands[seat].filter((each) => each !== card);
    played.push([seat, card]);
    const last = card === "5C";
    const events = [{ e: "played", seat, card, count }];
    if (last) {
      events.push(
        pegged(0, 1, 1, "last", "one for last"),
        counted(1, "hand", 2),
        pegged(1, 2, 2, "hand"),
        counted(0, "hand", 8),
        pegged(0, 8, 9, "hand"),
        counted(0, "crib", 0),
      );
    }
    else if (card === "9D") events.push({ e: "new_count", seat: 0 });
    const after = card === "9D" ? { pile: [], count: 0 } : { pile: played.map(([, each]) => each), count };
    add(
      seat,
      { kind: "play", card },
      events,
      {
        ...after,
        played: [...played],
        hands: last ? [[], []] : hands.map((hand) => [...hand]),
        scores: last ? [9, 2] : [0, 0],
        phase: last ? "deal" : "play",
        turn: last ? [] : [1 - seat],
      },
    );
  }
  add(
    null,
    { kind: "deal", number: 2 },
    [{ e: "dealt", number: 2, dealer: 1 }],
    {
      phase: "throw",
      deal: 2,
      dealer: 1,
      scores: [9, 2],
      throws: [[], []],
      starter: null,
      held: [6, 6],
      thrown: [false, false],
      turn: [0, 1],
    },
  );
  return { ...HEAD, steps };
}

const HEAD = {
  game: "k3v9", rules: { target: 121, counting: "auto", clock: "none", rated: false },
  players: [{ name: "Ada", bot: false, guest: false }, { name: "Novice", bot: true, guest: false }],
};
