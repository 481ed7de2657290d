/** A form's field for a start: entered in the reader's time zone, and sent with the offset from UTC. */

import { setText } from "../dom.js";
import { gettext } from "../translate.js";
import { inputOf, offsetOf } from "./start-input.js";

/** Shows a form's start, which the server writes in UTC. @param {HTMLFormElement} form */
export function localizeStart(form) {
  const { starts, utc_offset: offset } = form.elements;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  setText(form.querySelector("[data-part=zone]"), gettext("By your clock ({zone}).", { zone }));
  if (starts.value) starts.value = inputOf(new Date(Date.parse(`${starts.value}Z`) - Number(offset.value) * 60_000));
  const update = () => {
    offset.value = String(offsetOf(starts.value));
  };
  starts.addEventListener("change", update);
  form.addEventListener("submit", update);
  update();
}
