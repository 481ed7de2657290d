/**
 * The service worker: with the line down, a page that says so. Whatever can be had from the server comes from
 * there; of all there is it keeps `KEEPS`, which the server writes before these lines: no game, no answer.
 */

const KEPT = `offline ${KEEPS.version}`;
const files = new Set(KEEPS.files);
const HOWEVER = { ignoreVary: true }; // what a page varies by was settled when it was kept

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
  await registration.navigationPreload?.enable(); // a page need not wait until this worker is awake
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

// A notice for a player who has no page open: {title, body, path, tag}, a later one of a tag instead of an
// earlier.
addEventListener("push", (event) => {
  const { title, body, path, tag } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, icon: KEEPS.icon, data: { path } }));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data.path));
});

/** A page of that address that is open already comes to the front; else one is opened. */
async function show(path) {
  const address = new URL(path, location.origin).href;
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const page = pages.find(({ url }) => url.split("#")[0] === address);
  if (page) return page.focus();
  return clients.openWindow(address);
}
