// A third-party program that plays a game with Novice by streams. All types come from openapi-typescript.
import type { components, operations } from "./schema";

type Schemas = components["schemas"];
type Frame = operations["stream_game"]["responses"][200]["content"]["application/x-ndjson"];
type Event = operations["stream_events"]["responses"][200]["content"]["application/x-ndjson"];
type View = Schemas["View"];
type Move = Schemas["MoveBody"]["move"];

declare const process: { argv: string[] };
const [url, token] = process.argv.slice(2) as [string, string];
const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };

async function call<Answer>(method: "GET" | "POST", path: string, body?: unknown): Promise<Answer | Schemas["Refused"]> {
  const answer = await fetch(`${url}/api/v1${path}`, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  return (await answer.json()) as Answer | Schemas["Refused"];
}

async function need<Answer extends object>(method: "GET" | "POST", path: string, body?: unknown): Promise<Answer> {
  const answer = await call<Answer>(method, path, body);
  if ("code" in answer) throw new Error(`${path}: ${answer.code}: ${answer.says}`);
  return answer;
}

async function* lines<Line>(path: string): AsyncGenerator<Line> {
  const stream = await fetch(`${url}/api/v1${path}`, { headers });
  if (!stream.ok || !stream.body) throw new Error(`${path}: ${stream.status}`);
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const whole = (rest + value).split("\n");
      rest = whole.pop() ?? "";
      for (const line of whole) if (line.trim()) yield JSON.parse(line) as Line;
    }
  } finally {
    await reader.cancel();
  }
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// A seat's commitment, as in docs/explanation/fairness.md.
async function commitment(game: string, seat: number, secret: Uint8Array): Promise<string> {
  const text = new TextEncoder();
  const parts = [text.encode("cribfair/1|seat"), text.encode(game), text.encode(String(seat)), secret];
  const framed = parts.flatMap((part) => [0, 0, part.length >> 8, part.length & 255, ...part]);
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", Uint8Array.from(framed))));
}

function firstMove(view: View): Move {
  if (view.phase === "throw") {
    const [one, other] = view.hand;
    return { kind: "throw", cards: [one as string, other as string] };
  }
  return view.must_go ? { kind: "go" } : { kind: "play", card: view.playable[0] as string };
}

function never(frame: never): never {
  throw new Error(`This frame has no type: ${JSON.stringify(frame)}`);
}

async function play(game: string): Promise<{ view: View; pegged: [number, number]; moves: number }> {
  const secret = crypto.getRandomValues(new Uint8Array(32));
  const pegged: [number, number] = [0, 0];
  let view: View | undefined;
  let seat = -1;
  let ply = -1;
  let moves = 0;

  async function owe(must: Schemas["Fair"]["must"]): Promise<void> {
    if (must === "commit") await need("POST", `/play/${game}/commit`, { c: await commitment(game, seat, secret) });
    else if (must === "reveal") await need("POST", `/play/${game}/reveal`, { secret: hex(secret) });
  }

  for await (const frame of lines<Frame>(`/play/${game}`)) {
    switch (frame.t) {
      case "table":
        if (frame.you === null) throw new Error("This is not our seat.");
        seat = frame.you;
        ({ ply, view } = frame);
        await owe(frame.fair.must);
        break;
      case "fair":
        await owe(frame.must);
        continue;
      case "event":
        ({ ply, view } = frame);
        for (const event of frame.events) if (event.e === "pegged") pegged[event.seat] += event.points;
        break;
      case "bye":
      case "refused":
        throw new Error(`${frame.code}: ${frame.says}`);
      case "waiting":
      case "clocks":
      case "here":
      case "players":
      case "said":
      case "rematch":
      case "points":
      case "receipts":
        continue;
      default:
        never(frame);
    }
    if (view.winner !== null) return { view, pegged, moves };
    if (seat === -1 || !view.turn.includes(seat as 0 | 1)) continue;
    const answer = await call<Schemas["Acknowledged"]>("POST", `/play/${game}/move`, { ply, move: firstMove(view) });
    if (!("code" in answer)) moves += 1;
    else if (answer.code !== "stale") throw new Error(`${answer.code}: ${answer.says}`);
  }
  throw new Error("The stream ended before the game.");
}

async function main(): Promise<void> {
  const body: Schemas["GameRequest"] = { against: "novice", target: 61, counting: "auto", clock: "none", quick: false, rated: false, best_of: 1, ahead: 0 };
  const seated = await need<Schemas["Seated"]>("POST", "/challenges", body);
  for await (const event of lines<Event>("/stream")) {
    if (event.t === "game_start" && event.game === seated.game) break;
  }
  const { view, pegged, moves } = await play(seated.game);
  const replay = await need<Schemas["Replay"]>("GET", `/games/${seated.game}/replay`);
  const told = replay.steps.flatMap((step) => step.events).filter((event) => event.e === "counted");
  console.log(JSON.stringify({ ended: replay.result.ended, scores: replay.result.scores, view: view.scores, pegged, moves, replayed: replay.steps.length, counted: told.length }));
}

await main();
