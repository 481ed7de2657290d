/** Pages that list events: shows their times in the reader's time zone. */

import { showLocalTimes } from "../../ui/words/local-time.js";

showLocalTimes(document);
