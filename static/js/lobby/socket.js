/** The lobby's line: all it says is hello and ping, and each `lobby` it hears is the whole lobby. */

import { addressOf, keepUp, Line } from "../ui/reconnecting-socket.js";

/**
 * @param {(frame: object) => void} onFrame  hears `lobby`, `paired` and `declined`
 * @param {(state: import("../ui/reconnecting-socket.js").State, says?: string) => void} onLine
 */
export function lobbyLine(onFrame, onLine) {
  const line = new Line(addressOf("/ws/lobby"), {
    hello: () => ({ t: "hello" }),
    ping: () => ({ t: "ping" }),
    onFrame,
    onLine,
  });
  keepUp(line);
  line.open();
  return line;
}
