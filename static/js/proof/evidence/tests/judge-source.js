// What a page finds of the source of shared decks, for a test that has the server's own files.

import { readFileSync } from "node:fs";
import { unhex } from "../../../rng/bytes.js";
import { judgeFirst, judgeSet } from "../source.js";
import { verify } from "../transcript.js";

const { set, same = [] } = JSON.parse(readFileSync(0, "utf8"));
const ofSet = set && judgeSet(set.fair, { ...set, record: unhex(set.record), game: "g1" });
const ofGames = same.map(([file, first]) => judgeFirst(verify(unhex(file)).document.fair, { first: unhex(first) }));
console.log(JSON.stringify({ set: ofSet, same: ofGames }));
