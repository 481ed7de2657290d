/** Push notifications on this device: the browser's permission, and the server's subscription. */

import { post } from "./api.js";
import { gettext } from "./translate.js";

const WITHOUT = gettext("This browser can’t show notifications.");
const DENIED = gettext("This browser blocks notifications from this site. You can allow them in its settings.");

export const isPossible = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
/** Whether the browser's own prompt was denied. No page can change that. */
export const isDenied = () => isPossible() && Notification.permission === "denied";

const manager = async () => {
  await navigator.serviceWorker.register("/sw.js");
  return (await navigator.serviceWorker.ready).pushManager;
};

/** Whether this device gets this player's push notifications. @returns {Promise<boolean>} */
export async function isOn() {
  if (!isPossible() || Notification.permission !== "granted") return false;
  const subscription = await (await manager()).getSubscription();
  if (!subscription) return false;
  const { ok, body } = await post("/api/me/push/check", { endpoint: subscription.endpoint });
  return ok && body.on;
}

/**
 * Turns push on here, after a click on a button. The browser then shows its own prompt.
 * @param {string} key  the server's public key
 * @returns {Promise<string>} an error message, or ""
 */
export async function turnOn(key) {
  if (!isPossible()) return WITHOUT;
  if ((await Notification.requestPermission()) !== "granted") return DENIED;
  try {
    const subscription = await subscribe(await manager(), key);
    const { ok, body } = await post("/api/me/push", subscription.toJSON());
    return ok ? "" : body.says;
  } catch {
    return gettext("This browser could not turn on notifications. Please try again later.");
  }
}

/** A subscription with another key of the server is useless. */
async function subscribe(push, key) {
  const how = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await push.subscribe(how);
  } catch (fault) {
    const old = await push.getSubscription();
    if (!old) throw fault;
    await old.unsubscribe();
    return push.subscribe(how);
  }
}

export async function turnOff() {
  const subscription = await (await manager()).getSubscription();
  if (!subscription) return;
  await post("/api/me/push/stop", { endpoint: subscription.endpoint });
  await subscription.unsubscribe();
}
