// Computes a delay again in a worker, so that the page stays responsive. It posts the wrong segments, or null where the
// browser cannot compute: it has no WebCrypto on a page without TLS.

import { wrongSegments } from "../../rng/delay.js";

addEventListener("message", async ({ data }) => postMessage(await wrongSegments(data).catch(() => null)));
