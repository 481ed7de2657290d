/** Builds the evidence for a doubt, for the host and for any third party. Pure. */

export const FORMAT = "every-other/doubt/1";
const LONGEST = 2000; // of the sentence for the host, in characters

/**
 * @param {{deal: number, says: string, fair: object, seen: object|null, pins?: object,
 *   key?: string|null, deck?: string[]|null}} doubt
 * @param {{game: string, who: {names: string[], you: number|null}, from: string, at: Date}} where
 */
export const buildEvidence = (
  { deal, says, fair, seen, pins = null, key = null, deck = null },
  { game, who, from, at },
) => ({
  format: FORMAT,
  game,
  deal,
  says,
  from,
  saved_at: at.toISOString(),
  players: who.names,
  you: who.you,
  shown: fair, // by the server, in the form of docs/reference/protocol.md
  at_first: pins, // if it showed other values before
  seen, // on this page, of that deal
  computed: { key, deck }, // from the shown values
});

/**
 * The signed notes of the server, for verify.py on any machine.
 * @param {{game: string, params: string, receipts: string[]}} kept
 * @param {string} says
 */
export const buildCase = ({ game, params, receipts }, says) => (
  { format: "every-other/case/1", game, params, says, receipts }
);

/** The report of a doubt to the host. */
export const buildReport = (evidence) => ({
  number: evidence.deal,
  says: [...evidence.says].map((sign) => (sign < " " ? " " : sign)).join("").slice(0, LONGEST),
  evidence,
});
