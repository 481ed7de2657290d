/** The director's box: every action on an event is confirmed, with an explanation of its effect. */

import { post } from "../../ui/api.js";
import { byId, setAttr, setText } from "../../ui/dom.js";
import { showToast } from "../../ui/toasts.js";
import { gettext } from "../../ui/translate.js";
import { deedsOf } from "./model.js";

export class Director {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.dialog = byId("direct-dialog");
    for (const form of root.querySelectorAll("form[data-call]")) {
      form.addEventListener("submit", (event) => this.ask(event));
    }
    this.dialog.addEventListener("close", () => this.dialog.returnValue === "do" && this.send());
  }

  ask(event) {
    event.preventDefault();
    this.form = event.currentTarget;
    const { title, explanation, button, look } = this.form.dataset;
    setText(this.dialog.querySelector("h2"), title);
    setText(byId("direct-explanation"), explanation);
    setText(byId("direct-reason"), gettext("“{reason}”", { reason: this.form.elements.reason.value }));
    setText(byId("direct-do"), button);
    setAttr(byId("direct-do"), "class", `button ${look}`);
    this.dialog.returnValue = "";
    this.dialog.showModal();
    byId("direct-cancel").focus();
  }

  async send() {
    const { form } = this;
    const { reason, minutes, player, game, points } = Object.fromEntries(new FormData(form));
    const body = {
      reason,
      ...(minutes && { minutes: Number(minutes) }),
      ...(player && { player }),
      ...(game && { game }),
      ...(points && { points: Number(points) }),
    };
    const { ok, body: answer } = await post(form.dataset.call, body);
    showToast({ says: ok ? form.dataset.done : answer.says });
    if (!ok) return;
    form.reset();
    form.closest("details").open = false;
  }

  /** Shows the actions that are possible for the event now. */
  draw({ event, me, standings }) {
    const may = deedsOf(
      event,
      {
        isHost: this.root.dataset.host === "true",
        plays: Boolean(me?.entry),
        hasPlayers: standings.length > 0,
        hasDisqualified: standings.some(({ disqualified }) => disqualified),
      },
    );
    for (const one of this.root.querySelectorAll("details[data-act]")) one.hidden = !may[one.dataset.act];
    this.root.hidden = !Object.values(may).some(Boolean);
    offer(byId("disqualified"), standings.filter(({ disqualified }) => !disqualified));
    offer(byId("reinstated"), standings.filter(({ disqualified }) => disqualified));
  }
}

/** Shows these players in a list of choices. */
function offer(players, standings) {
  const names = standings.map(({ name }) => name);
  if (names.join("\n") === [...players.options].map(({ value }) => value).filter(Boolean).join("\n")) return;
  const chosen = players.value;
  players.replaceChildren(players.options[0], ...names.map((name) => new Option(name, name)));
  players.value = names.includes(chosen) ? chosen : "";
}
