/** Pages that list events: their moments by the reader's own clock. */

import { showLocalTimes } from "../../ui/words/local-time.js";

showLocalTimes(document);
