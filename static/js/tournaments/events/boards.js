/** The closed boards: rendered by the server, and requested again as soon as there is one more. */

import { byId } from "../../ui/dom.js";
import { showLocalTimes } from "../../ui/words/local-time.js";

export class Boards {
  constructor(event, step) {
    Object.assign(this, { event, closed: step.closed });
  }

  async update({ closed }) {
    if (closed === this.closed) return;
    this.closed = closed;
    try {
      const answer = await fetch(`/events/${encodeURIComponent(this.event)}/boards`);
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      byId("boards-panel").replaceWith(document.adoptNode(page.getElementById("boards-panel")));
      showLocalTimes(document);
    } catch {
      this.closed = null; // set by the next frame
    }
  }
}
