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

// What another program shares with this one waits here for the page, which `page.js` opens.
async function receive(request) {
  const form = await request.formData();
  const files = form.getAll("files").filter((it) => it instanceof File);
  const text = form.get("text");
  if (files.length === 0 && text) files.push(new File([text], "shared.bpgn"));
  const shared = await caches.open("shared");
  for (const file of files) await shared.put(`./shared/${encodeURIComponent(file.name)}`, new Response(file));
  return Response.redirect("./?shared", 303);
}

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method === "POST" && url.href === new URL("share", registration.scope).href) {
    event.respondWith(receive(event.request));
    return;
  }
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  event.respondWith(
    caches.open(BUILD).then((cache) => cache.match(event.request, { ignoreSearch: true }))
      .then((kept) => kept ?? fetch(event.request)),
  );
});
