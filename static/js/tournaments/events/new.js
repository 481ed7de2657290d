/** The form for a new event. */

import { byId } from "../../ui/dom.js";
import { localizeStart } from "../../ui/words/start-field.js";

localizeStart(byId("new-event"));
