/** The lobby's socket: it sends hello and ping alone, and each `lobby` frame it gets is the whole lobby. */

import { ReconnectingSocket, reconnectOnWake, socketUrl } from "../ui/reconnecting-socket.js";

/**
 * @param {(frame: object) => void} onFrame  hears `lobby`, `paired` and `declined`
 * @param {(state: import("../ui/reconnecting-socket.js").State, says?: string) => void} onState
 */
export function connectLobby(onFrame, onState) {
  const line = new ReconnectingSocket(socketUrl("/ws/lobby"), {
    hello: () => ({ t: "hello" }),
    ping: () => ({ t: "ping" }),
    onFrame,
    onState,
  });
  reconnectOnWake(line);
  line.open();
  return line;
}
