/** Pages that list events: their moments by the reader's own clock. */

import { showLocalTimes } from "../ui/local-time.js";

showLocalTimes(document);
