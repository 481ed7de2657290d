/** What was said at the table, line by line, for eyes and ears. */

import { html } from "./dom.js";

const MOST = 60;

export function tell(log, says) {
  log.append(html("li", {}, says));
  while (log.children.length > MOST) log.firstElementChild.remove();
  log.scrollTop = log.scrollHeight;
}
