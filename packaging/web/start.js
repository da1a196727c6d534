// Starts the program in the page.

import init, * as program from "./tandem.js";
import { attach, fail, findOtherPages, pause_job } from "./page.js";

// Where the browser can suspend a call (JavaScript Promise Integration), a long job lets the page paint between its
// slices. Elsewhere it runs in one piece.
const canSuspend = "Suspending" in WebAssembly;

function withPause(imports) {
  const pause = canSuspend ? new WebAssembly.Suspending(pause_job) : () => {};
  const modules = Object.entries(imports).map(([from, module]) => {
    const functions = Object.entries(module).map(([name, it]) => [name, /^(__wbg_)?pause_job(_|$)/.test(name) ? pause : it]);
    return [from, Object.fromEntries(functions)];
  });
  return Object.fromEntries(modules);
}

for (const name of ["instantiate", "instantiateStreaming"]) {
  const original = WebAssembly[name].bind(WebAssembly);
  WebAssembly[name] = (source, imports) => original(source, withPause(imports));
}

try {
  await findOtherPages();
  const exports = await init({ module_or_path: new URL("tandem_bg.wasm", import.meta.url) });
  attach(program, canSuspend ? WebAssembly.promising(exports.run_job) : exports.run_job);
  document.getElementById("state").hidden = true;
  addEventListener("hashchange", () => program.open_link(location.hash));
  // For the test of this page.
  window.tandem = { ...program, memory: exports.memory };
} catch (error) {
  fail(String(error));
}

if ("serviceWorker" in navigator && location.protocol !== "file:") {
  navigator.serviceWorker.register("service-worker.js").catch(() => {});
}
