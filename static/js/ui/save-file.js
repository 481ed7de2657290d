/** Lets the visitor save data as a file. */

const KEPT_FOR_MS = 10_000; // a browser that asks where to save needs it for a while

/** @param {string} name @param {object} content as JSON */
export function saveFile(name, content) {
  const file = URL.createObjectURL(new Blob([`${JSON.stringify(content, null, 1)}\n`], { type: "application/json" }));
  Object.assign(document.createElement("a"), { href: file, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(file), KEPT_FOR_MS);
}
