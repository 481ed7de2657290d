/**
 * Copies a text that is selected on the page.
 * @param {string} text
 * @returns {Promise<boolean>} whether that was possible
 */
export async function copySelected(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return document.execCommand("copy"); // a page on plain http has no clipboard API
  }
}
