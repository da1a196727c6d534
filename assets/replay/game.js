"use strict";
(() => {
  const data = JSON.parse(document.getElementById("game").textContent);
  const places = data.places;
  const byId = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  let ply = 0, timer = 0, playing = false, blackBelow = data.black_below;

  const piece = (letter) => (letter === letter.toUpperCase() ? "w" : "b") + letter.toUpperCase();
  const drawBoard = (svg, at) => {
    svg.replaceChildren();
    const use = (name, [x, y]) => {
      const node = document.createElementNS(SVG, "use");
      for (const [key, value] of [["href", "#" + name], ["x", x * 45], ["y", y * 45]]) node.setAttribute(key, value);
      svg.append(node);
    };
    const turned = ([x, y]) => (blackBelow ? [7 - x, 7 - y] : [x, y]);
    const cell = (square) => turned([square.charCodeAt(0) - 97, 8 - +square[1]]);
    const mark = (square, kind) => {
      const light = (square.charCodeAt(0) + +square[1]) % 2;
      use(kind + (light ? "-light" : "-dark"), cell(square));
    };
    use("ground", [0, 0]);
    if (at.last) {
      const [from, to] = at.last;
      if (from) mark(from, "from");
      mark(to, "to");
    }
    if (at.check) use("in-check", cell(at.check));
    const below = blackBelow ? "black" : "white";
    if (!data.veiled) use(below + "-below", [0, 0]);
    [...at.board].forEach((letter, n) => {
      const place = turned([n % 8, n >> 3]);
      if (letter !== ".") use(piece(letter), place);
      else if (data.veiled) use("veil", place);
    });
    if (data.veiled) use(below + "-letters", [0, 0]);
    for (const square of at.rays) use("ray", cell(square));
    if (at.taken) use("taken", cell(at.taken));
  };

  const show = () => {
    const at = places[ply];
    const svg = byId("board");
    drawBoard(svg, at);
    svg.setAttribute("aria-label", "Board, " + at.said);
    const part = byId("part");
    part.replaceChildren(byId(blackBelow ? "white" : "black"), svg, byId(blackBelow ? "black" : "white"));
    byId("said").textContent = at.said;
    byId("seek").value = ply;
    for (const link of document.querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
    const link = document.querySelector(`td a[data-m="${ply}"]`);
    if (link) {
      link.setAttribute("aria-current", "true");
      const list = byId("list");
      const off = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
      list.scrollTop += off - list.clientHeight / 2;
    }
    byId("play").textContent = playing ? "Pause" : "Play";
  };
  const goTo = (n) => {
    ply = Math.max(0, Math.min(places.length - 1, n));
    show();
  };
  const pause = () => {
    playing = false;
    clearTimeout(timer);
    show();
  };
  const later = () => { timer = setTimeout(step, 1000 / +byId("speed").value); };
  const step = () => {
    if (!playing) return;
    goTo(ply + 1);
    if (ply === places.length - 1) pause();
    else later();
  };
  const play = () => {
    if (ply === places.length - 1) goTo(0);
    playing = true;
    show();
    later();
  };
  const diagrams = () => {
    for (const link of document.querySelectorAll(".diagram a")) {
      const svg = document.createElementNS(SVG, "svg");
      svg.setAttribute("viewBox", "0 0 360 360");
      svg.setAttribute("aria-hidden", "true");
      drawBoard(svg, places[link.dataset.m]);
      link.replaceChildren(svg);
    }
  };

  byId("start").onclick = () => { pause(); goTo(0); };
  byId("back").onclick = () => { pause(); goTo(ply - 1); };
  byId("play").onclick = () => (playing ? pause() : play());
  byId("on").onclick = () => { pause(); goTo(ply + 1); };
  byId("end").onclick = () => { pause(); goTo(places.length - 1); };
  byId("flip").onclick = () => { blackBelow = !blackBelow; show(); diagrams(); };
  byId("seek").max = places.length - 1;
  byId("seek").oninput = (event) => { pause(); goTo(+event.target.value); };
  byId("list").onclick = (event) => {
    const link = event.target.closest("a[data-m]");
    if (!link) return;
    event.preventDefault();
    pause();
    goTo(+link.dataset.m);
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("select")) return;
    if (event.key === " " && event.target.closest?.("button")) return;
    const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "start", End: "end", f: "flip", " ": "play" };
    if (!keys[event.key]) return;
    byId(keys[event.key]).click();
    event.preventDefault();
  });

  diagrams();
  goTo(data.plies);
})();
