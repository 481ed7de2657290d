// Parses JSON strictly, and writes it in one canonical form, so that all verifiers read the same in a file.

const STRINGS = /"[^"\\]*(?:\\.[^"\\]*)*"/gs;

/** The text without the contents of its strings. @param {string} text */
export const withoutStrings = (text) => text.replace(STRINGS, "");

/** Throws if an object has a duplicate name, of which `JSON.parse` would keep the last. @param {string} text */
export function parseStrictly(text) {
  const value = JSON.parse(text);
  // Outside of strings there is one colon after each name, and nowhere else.
  if (withoutStrings(text).split(":").length - 1 !== countNames(value)) throw new Error("a name stands twice");
  return value;
}

/** @param {unknown} value @returns {number} */
function countNames(value) {
  if (typeof value !== "object" || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum, each) => sum + countNames(each), own);
}

/** A value in canonical form: sorted names, ASCII, no spaces. @param {unknown} value @returns {string} */
export function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson)}]`;
  if (typeof value === "object" && value !== null) {
    const names = Object.keys(value).sort((one, other) => (codePoints(one) < codePoints(other) ? -1 : 1));
    return `{${names.map((name) => `${canonicalJson(name)}:${canonicalJson(value[name])}`)}}`;
  }
  return JSON.stringify(value).replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Python sorts by code points, not by UTF-16 units. */
const codePoints = (text) => Array.from(text, (sign) => sign.codePointAt(0).toString(16).padStart(6, "0")).join("");

/** Whether a text is in canonical form, with only whole numbers. @param {string} text */
export function isCanonical(text) {
  try {
    return canonicalJson(JSON.parse(text, wholeNumbers)) === text;
  } catch {
    return false;
  }
}

function wholeNumbers(_, value) {
  if (typeof value === "number" && !Number.isSafeInteger(value)) throw new Error("no whole number");
  return value;
}
