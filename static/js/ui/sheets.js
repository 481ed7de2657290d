/** Stylesheets that a page loads when it first needs them. */

/** @param {string} href @returns {Promise<void>} when the sheet is loaded, or cannot be */
export function loadSheet(href) {
  if (document.querySelector(`link[href="${href}"]`)) return Promise.resolve();
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  const loaded = new Promise((resolve) => { link.onload = link.onerror = () => resolve(); });
  document.head.append(link);
  return loaded;
}
