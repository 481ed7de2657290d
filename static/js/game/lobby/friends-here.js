/** The friends on the front page who are here. The server renders the rows again when one comes or goes. */

import { byId } from "../../ui/dom.js";
import { listOfServerRows, rowsIn } from "../../ui/lists/server-rows.js";

export class FriendsHere {
  constructor() {
    this.list = listOfServerRows("friends", {
      refuge: byId("friends-head"),
      drawn: (count) => (byId("friends-here").hidden = count === 0),
    });
    this.names = namesIn(this.list.items);
    setInterval(() => this.list.rows.some((row) => row.goneAt) && this.list.draw(), 1_000);
  }

  /** @param {string[]} followed  the players here whom I follow */
  async draw(followed) {
    const names = sorted(followed.filter((name) => name !== byId("again")?.dataset.name));
    if (names === this.names) return;
    this.names = names;
    const answer = await fetch(this.list.node.dataset.rows).catch(() => null);
    if (answer?.ok && this.names === names) this.list.draw(rowsIn(await answer.text()));
  }
}

const sorted = (names) => [...names].sort().join("\n");

const namesIn = (rows) => sorted(rows.map(({ dataset }) => dataset.key));
