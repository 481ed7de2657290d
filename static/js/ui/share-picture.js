/** Shares a text with its picture, if the device can share files. */

/**
 * Opens the device's share menu.
 * @param {{text: string, url?: string}} words
 * @param {string} address  of the picture
 */
export async function shareWithPicture(words, address) {
  const shared = { title: "Every Other", ...words };
  const picture = await loadPicture(address);
  const withPicture = { ...shared, files: [picture] };
  try {
    await navigator.share(picture && navigator.canShare?.(withPicture) ? withPicture : shared);
  } catch {
    // The player cancelled.
  }
}

async function loadPicture(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? new File([await answer.blob()], "cribbage.png", { type: "image/png" }) : null;
  } catch {
    return null;
  }
}
