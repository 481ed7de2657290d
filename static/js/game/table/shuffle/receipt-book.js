/**
 * Keeps what the server signed for this seat, and holds it against what the page was shown: what differs is
 * evidence, and is kept too.
 */

import { hashOf, keptReceipt, openReceipt, receiptFault, shownOtherwise, signerOf } from "../../fairness/receipts.js";
import { playedFaults } from "../../fairness/signed-line.js";
import { gettext } from "../../../ui/translate.js";

export class ReceiptBook {
  /** @param {object} saved of the game: `receipts` in the order of their steps, `contradictions`, and what was shown */
  constructor(saved) {
    this.saved = saved;
  }

  get length() {
    return this.saved.receipts.length;
  }

  has(step) {
    return this.saved.receipts.some(({ step: kept }) => kept === step);
  }

  /** A seat's six cards in the order they were dealt, as the server signed it. @returns {string[] | null} */
  dealtInOrder(deal) {
    const kept = this.saved.receipts.find(({ step }) => step === `saw ${deal}`);
    return kept ? keptReceipt(kept.note).lines.dealt.split(" ") : null;
  }

  /**
   * The evidence of what the server signed: every note in the order they came, those that contradict others
   * last.
   */
  toCase(game) {
    const { receipts, contradictions = [], pins } = this.saved;
    return { game, params: pins.params ?? "", receipts: [...receipts.map(({ note }) => note), ...contradictions] };
  }

  /**
   * Keeps new receipts, and returns what is wrong with one.
   * @param {{since: number, notes: string[]}} frame
   * @param {number} you
   * @returns {string | null}
   */
  take({ since, notes }, you) {
    const faults = notes.map((note, n) => this.takeOne(since + n, note, you));
    return faults.find(Boolean) ?? null;
  }

  /** Keeps a receipt once it is signed and says what was shown. A second one for the same step has to be the same. */
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
   * Finds what does not follow from the moves that were signed.
   * @param {(deal: number) => string[] | null} deckOf null where it is not known yet
   */
  findLineFault(deckOf) {
    const { receipts, pins, you } = this.saved;
    const own = new Map(receipts.map(({ step, note }) => [step, { ...keptReceipt(note), seat: String(you) }]));
    const shown = [...own.keys()].filter((step) => step.startsWith("shown "));
    if (!shown.every((step) => deckOf(Number(step.split(" ")[1])))) return null;
    const [wrong] = playedFaults(pins.params, own, deckOf);
    return wrong?.says ?? null;
  }

  /** What was signed before something was shown has to say the same as well. @returns {string | null} what does not */
  findFault() {
    const faults = this.saved.receipts.map(({ note }) => shownOtherwise(keptReceipt(note), this.saved));
    return faults.find(Boolean) ?? null;
  }
}
