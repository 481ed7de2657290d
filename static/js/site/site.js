/** What every page does, whatever else it does. */

import "./menu.js";
import "./register-service-worker.js";
