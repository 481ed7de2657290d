/**
 * Stores the server's receipts for this seat, and compares them with the values that the page was shown. A receipt that
 * differs is evidence, and is stored too.
 */

import { hashOf, keptReceipt, openReceipt, receiptFault, shownOtherwise, signerOf } from "../../fairness/receipts.js";
import { playedFaults } from "../../fairness/signed-line.js";
import { gettext } from "../../../ui/translate.js";

export class ReceiptBook {
  /**
   * @param {object} saved of the game: `receipts` in the order of their steps, `contradictions`, and the shown values
   */
  constructor(saved) {
    this.saved = saved;
  }

  get length() {
    return this.saved.receipts.length;
  }

  has(step) {
    return this.saved.receipts.some(({ step: kept }) => kept === step);
  }

  /** A seat's six cards in the order they were dealt, from the server's receipt. @returns {string[] | null} */
  dealtInOrder(deal) {
    const kept = this.saved.receipts.find(({ step }) => step === `saw ${deal}`);
    return kept ? keptReceipt(kept.note).lines.dealt.split(" ") : null;
  }

  /** The evidence: every signed note in the order of arrival, contradictory ones last. */
  toCase(game) {
    const { receipts, contradictions = [], pins } = this.saved;
    return { game, params: pins.params ?? "", receipts: [...receipts.map(({ note }) => note), ...contradictions] };
  }

  /**
   * Stores new receipts, and returns the fault of the first bad one.
   * @param {{since: number, notes: string[]}} frame
   * @param {number} you
   * @returns {string | null}
   */
  take({ since, notes }, you) {
    const faults = notes.map((note, n) => this.takeOne(since + n, note, you));
    return faults.find(Boolean) ?? null;
  }

  /**
   * Stores a receipt if it is signed and matches the shown values. A second one for the same step has to be identical.
   */
  takeOne(at, note, you) {
    const { saved } = this;
    const kept = saved.receipts[at];
    if (kept?.note === note) return null;
    try {
      const receipt = openReceipt(note, signerOf(saved.pins.params));
      const { pins, seen, receipts } = saved;
      const fault = kept
        ? gettext("The server signed two different receipts of one step.")
        : receiptFault(receipt, { pins, you, seen, before: receipts[at - 1] ?? null });
      if (fault) (saved.contradictions ??= []).push(note);
      else saved.receipts.push({ step: receipt.step, note, hash: hashOf(receipt.text) });
      return fault;
    } catch (problem) {
      return gettext("The server sent a receipt that is not signed: {problem}", { problem: problem.message });
    }
  }

  /**
   * Finds a signed statement that does not follow from the signed moves.
   * @param {(deal: number) => string[] | null} deckOf null while the deck is unknown
   */
  findLineFault(deckOf) {
    const { receipts, pins, you } = this.saved;
    const own = new Map(receipts.map(({ step, note }) => [step, { ...keptReceipt(note), seat: String(you) }]));
    const shown = [...own.keys()].filter((step) => step.startsWith("shown "));
    if (!shown.every((step) => deckOf(Number(step.split(" ")[1])))) return null;
    const [wrong] = playedFaults(pins.params, own, deckOf);
    return wrong?.says ?? null;
  }

  /** Checks that receipts agree with values that were shown later. @returns {string | null} the fault */
  findFault() {
    const faults = this.saved.receipts.map(({ note }) => shownOtherwise(keptReceipt(note), this.saved));
    return faults.find(Boolean) ?? null;
  }
}
