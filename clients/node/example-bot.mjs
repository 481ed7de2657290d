// One game of cribbage against Novice, by docs/reference/api.md, protocol.md and fairness.md alone: Node 20, no packages.
//     EVERYOTHER_TOKEN=eo_... node example-bot.mjs http://127.0.0.1:8000
import { createHash, randomBytes } from "node:crypto";

const site = process.argv[2] ?? "http://127.0.0.1:8000";
const headers = { Authorization: `Bearer ${process.env.EVERYOTHER_TOKEN}` };
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

async function call(path, body, method = "POST") {
  for (;;) {
    const answer = await fetch(`${site}/api/v1${path}`, { method, headers, body: body && JSON.stringify(body) }).catch(() => null);
    if (answer?.ok) return answer;
    const refused = await answer?.json().catch(() => null); // no answer: the call is resent, and idempotent
    if (answer && answer.status < 500 && answer.status !== 429) throw new Error(`${path}: ${refused?.says}`);
    await wait(refused?.retry_ms ?? 500);
  }
}

async function* frames(path) {
  let text = "";
  for await (const piece of (await call(path, undefined, "GET")).body.pipeThrough(new TextDecoderStream())) {
    const lines = (text + piece).split("\n");
    text = lines.pop();
    yield* lines.filter((line) => line).map((line) => JSON.parse(line)); // an empty line is a heartbeat
  }
}

function commitment(game, seat, secret) {
  const parts = ["cribfair/1|seat", game, String(seat), secret].map((part) => Buffer.from(part));
  const length = (part) => Buffer.from([0, 0, part.length >> 8, part.length & 255]);
  return createHash("sha256").update(Buffer.concat(parts.flatMap((part) => [length(part), part]))).digest("hex");
}

const rank = (card) => "A23456789TJQK".indexOf(card[0]);
const pips = (card) => Math.min(rank(card) + 1, 10);
const best = (list, worth) => list.reduce((one, other) => (worth(other) > worth(one) ? other : one));
const fits = (view) => (card) => [15, 31].includes(view.count + pips(card)) || card[0] === view.pile.at(-1)?.[0];
const alike = (cards) => (card) => cards.filter((one) => one[0] === card[0] || pips(one) + pips(card) === 15).length;

function choose(view) {
  if (view.must_go) return { kind: "go" };
  if (view.phase === "play") return { kind: "play", card: best(view.playable, (card) => 20 * fits(view)(card) + pips(card)) };
  const loose = [...view.hand].sort((one, other) => alike(view.hand)(one) - alike(view.hand)(other));
  return { kind: "throw", cards: loose.slice(0, 2) };
}

const { game } = await (await call("/challenges", { against: "novice", target: 61 })).json();
const secret = randomBytes(32);
let you, view, ply, made = -1;
while (view?.winner == null) {
  try {
    for await (const frame of frames(`/play/${game}`)) {
      if (frame.t === "bye") await wait(frame.back_in_ms ?? 1000);
      if (frame.t === "table") you = frame.you;
      if (frame.view) ({ view, ply } = frame);
      const must = (frame.fair ?? frame).must;
      if (must === "commit") await call(`/play/${game}/commit`, { c: commitment(game, you, secret) });
      if (must === "reveal") await call(`/play/${game}/reveal`, { secret: secret.toString("hex") });
      if (view?.winner != null) break;
      if (!view?.turn.includes(you) || ply < made) continue;
      made = (await (await call(`/play/${game}/move`, { ply, move: choose(view) })).json()).ply;
    }
  } catch (fault) {
    console.error(String(fault)); // disconnected, or a stale move: the next stream has everything
    await wait(500);
  }
}
console.log(`${game}: ${view.winner === you ? "won" : "lost"}, ${view.scores[you]} to ${view.scores[1 - you]}`);
