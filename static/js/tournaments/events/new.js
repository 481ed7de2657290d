/** The form for a new event. */

import { byId } from "../../ui/dom.js";
import { localizeStart } from "../../ui/words/start-field.js";

const form = byId("new-event");
localizeStart(form);
if (form.elements.zone) form.elements.zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone;
