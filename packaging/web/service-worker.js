// Keeps the page for use without a network. A new build has another name, and replaces the old one.

const BUILD = "tandem-@BUILD@";
const FILES = ["./", "start.js", "files.js", "locks.js", "page.js", "place.js", "tandem.js", "tandem_bg.wasm", "manifest.webmanifest", "tandem.svg", "tandem-256.png"];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith("tandem-") && name !== BUILD);
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  );
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  event.respondWith(
    caches.open(BUILD).then((cache) => cache.match(event.request, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(event.request)),
  );
});
