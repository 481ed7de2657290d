/**
 * The service worker: it shows a page of its own while offline. Everything else comes from the server. It only caches
 * `KEEPS`, which the server writes before these lines, and never a game or an answer.
 */

const KEPT = `offline ${KEEPS.version}`;
const files = new Set(KEEPS.files);
const HOWEVER = { ignoreVary: true }; // what the page varies by was decided when it was cached

addEventListener("install", (event) => event.waitUntil(precache()));
addEventListener("activate", (event) => event.waitUntil(activate()));

addEventListener("fetch", (event) => {
  const { mode, method, url } = event.request;
  if (method !== "GET") return;
  if (mode === "navigate") event.respondWith(page(event));
  else if (files.has(url.slice(location.origin.length))) event.respondWith(file(event.request));
});

async function precache() {
  const cache = await caches.open(KEPT);
  await cache.addAll([KEEPS.page, ...KEEPS.files].map((address) => new Request(address, { cache: "no-cache" })));
  await skipWaiting();
}

async function activate() {
  await registration.navigationPreload?.enable(); // a page need not wait until this worker has started
  const before = (await caches.keys()).filter((name) => name !== KEPT);
  await Promise.all(before.map((name) => caches.delete(name)));
  await clients.claim();
}

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match(KEEPS.page, HOWEVER)) ?? Response.error();
  }
}

async function file(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request, HOWEVER)) ?? Response.error();
  }
}

// A notification for a player who has no page open: {title, body, path, tag}. A later one replaces one of the same tag.
addEventListener("push", (event) => {
  const { title, body, path, tag } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, icon: KEEPS.icon, data: { path } }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.path));
});

/** Focuses an open page with that URL, or opens one. */
async function show(path) {
  const address = new URL(path, location.origin).href;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => url.split("#")[0] === address);
  if (page) return page.focus();
  return clients.openWindow(address);
}
