/** Two shuffles side by side: what is chosen, what the tests make of it, and its pictures. */

import { distance } from "../fairness/laws.js";
import { across, band, keepDrawn, line, picture, rings } from "../fairness/plot.js";
import { neighbours, smile } from "../fairness/smile.js";
import { curveShown } from "../fairness/words.js";
import { get } from "../site/api.js";
import { part, set, write } from "../table/dom.js";
import { SIDES, STEPS, nextSeed, path, read, written } from "./asked.js";
import { BOUND, MOST, growthSays, points } from "./growth.js";
import { drawMap } from "./map.js";
import { chance, lot, mapSays, since, verdict } from "./story.js";

const HIGH = 240;
const PAUSE = 900;
const KINDS = { one: "wrong", other: "found" };
