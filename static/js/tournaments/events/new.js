/** The form for a new event: its start is entered in the reader's time zone, and sent with the offset from UTC. */

import { byId, setText } from "../../ui/dom.js";
import { gettext } from "../../ui/translate.js";
import { inputOf, offsetOf } from "./start-input.js";

const form = byId("new-event");
const { starts, utc_offset: offset } = form.elements;

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
setText(form.querySelector("[data-part=zone]"), gettext("By your clock ({zone}).", { zone }));
starts.value = inputOf(new Date(Date.parse(`${starts.value}Z`) - Number(offset.value) * 60_000));
const update = () => {
  offset.value = String(offsetOf(starts.value));
};
starts.addEventListener("change", update);
form.addEventListener("submit", update);
update();
