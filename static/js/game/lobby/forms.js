/** Handles the result of a game request on the front page: its table opens, or the player waits here. */

import { describeSettings } from "../scene/offers.js";
import { byId } from "../../ui/dom.js";
import { rememberSeek } from "../../ui/own-seeks.js";
import { announce } from "../../ui/toasts.js";
import { gettext } from "../../ui/translate.js";
import { ChallengeDialog } from "./challenge-dialog.js";
import { MakeForm, sendByApi } from "./make.js";

export class Forms {
  /**
   * @param {object} page  the front page: its status line, its last `lobby` frame, and a function that opens a table
   */
  constructor(page) {
    this.page = page;
    this.made = (game, asked) => this.handleGameMade(game, asked);
    this.make = new MakeForm(byId("make"), this.made);
    this.challenges = new ChallengeDialog(this.made);
    if (page.lobby) this.offer(page.lobby);
  }

  /** Offers the names of players who are here. */
  offer({ here, you }) {
    this.make.offer(here.map(({ name }) => name).filter((name) => name !== you));
  }

  /** @param {HTMLFormElement} form @param {HTMLButtonElement | null} submitter */
  send(form, submitter) {
    return form.id === "make" ? this.make.send(submitter) : sendByApi(form, submitter, this.made);
  }

  challenge(name) {
    this.challenges.open(name);
  }

  /** Opens the table of a new game if an opponent is there. Otherwise waits here for one. */
  handleGameMade({ game, waiting }, asked) {
    const { page } = this;
    if (!waiting || page.line.state !== "open") return page.openTable(game);
    rememberSeek(game);
    if (page.lobby?.you === null) {
      page.line.renew();
      document.dispatchEvent(new Event("became-player"));
    }
    announce(describeAwaited(asked, page.lobby?.you ?? gettext("you")));
    byId("mine-panel").scrollIntoView({ block: "nearest" });
  }
}

/** Describes the awaited opponent, and the game. */
function describeAwaited(asked, you) {
  const to = asked.against === "link" ? null : asked.against;
  const about = { name: asked.against, settings: describeSettings({ ...asked, by: you, to }) };
  if (asked.against === "anyone") {
    return gettext("Anyone can sit down now: {settings}. The table opens by itself when the game is on.", about);
  }
  if (asked.against === "link") {
    return gettext("Your link is ready: {settings}. The table opens by itself when the game is on.", about);
  }
  return gettext("You challenged {name}: {settings}. The table opens by itself when the game is on.", about);
}
