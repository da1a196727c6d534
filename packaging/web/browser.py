"""Headless Chromium, driven over its debugging pipe, and a static server for the page that it shows."""

import base64
import http.server
import json
import os
import select
import shutil
import subprocess
import tempfile
import threading
import time


class Server:
    """Serves a folder, and the bytes in `files` by path, on a port of its own."""

    def __init__(self, folder):
        self.files = {}

        def get(request):
            data = self.files.get(request.path)
            if data is None:
                return http.server.SimpleHTTPRequestHandler.do_GET(request)
            request.send_response(200)
            request.send_header("Content-Length", str(len(data)))
            request.end_headers()
            return request.wfile.write(data)

        handler = type("Handler", (http.server.SimpleHTTPRequestHandler,), {
            "do_GET": get,
            "log_message": lambda *_: None,
            "handle_error": lambda *_: None,
            "extensions_map": {**http.server.SimpleHTTPRequestHandler.extensions_map,
                               ".wasm": "application/wasm", ".webmanifest": "application/manifest+json"},
        })
        make = lambda *args: handler(*args, directory=folder)
        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), make)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.address = f"http://localhost:{self.http.server_port}/"

    def stop(self):
        self.http.shutdown()
        self.http.server_close()


class Browser:
    """One page. What it requests, and what it writes to its console as an error, is kept."""

    def __init__(self, width=1280, height=800, scale=1):
        self.profile = tempfile.mkdtemp(prefix="tandem-page-")
        to_browser, ours_out = os.pipe()
        ours_in, from_browser = os.pipe()

        def connect():
            os.dup2(to_browser, 3)
            os.dup2(from_browser, 4)

        # The file descriptors 3 and 4 must not be taken by the pipes themselves.
        held = [os.dup(ours_out), os.dup(ours_in)]
        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--remote-debugging-pipe", "--use-angle=swiftshader",
             "--enable-unsafe-swiftshader", f"--user-data-dir={self.profile}", f"--window-size={width},{height}",
             f"--force-device-scale-factor={scale}", "--disable-background-networking",
             "--disable-component-update", "--no-first-run", "--disable-dev-shm-usage", "about:blank"],
            preexec_fn=connect, pass_fds=(3, 4, to_browser, from_browser),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for fd in (to_browser, from_browser, ours_out, ours_in):
            os.close(fd)
        self.out, self.inbox = held
        self.buffer, self.number = b"", 0
        self.events, self.requests, self.errors, self.session = [], [], [], None
        pages = self.call("Target.getTargets")["targetInfos"]
        self.attach(next(it["targetId"] for it in pages if it["type"] == "page"))

    def attach(self, target):
        self.target = target
        self.session = self.call_browser("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")

    def call_browser(self, method, **params):
        """Calls what belongs to no page."""
        self.session, session = None, self.session
        try:
            return self.call(method, **params)
        finally:
            self.session = session

    def open_tab(self):
        """Opens another page, which takes the place of this one."""
        self.attach(self.call_browser("Target.createTarget", url="about:blank")["targetId"])

    def close_tab(self, tab):
        self.call_browser("Target.closeTarget", targetId=tab)

    def read(self, seconds):
        """Returns the next message, or None."""
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            ready = select.select([self.inbox], [], [], max(0, end - time.monotonic()))[0]
            if not ready:
                return None
            piece = os.read(self.inbox, 1 << 20)
            if not piece:
                raise RuntimeError("Chromium has ended")
            self.buffer += piece
        message, _, self.buffer = self.buffer.partition(b"\0")
        message = json.loads(message)
        method, params = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and params["type"] == "error":
            self.errors.append(" ".join(str(it.get("value", it.get("description"))) for it in params["args"]))
        elif method == "Log.entryAdded" and params["entry"]["level"] == "error":
            self.errors.append(f'{params["entry"]["text"]} {params["entry"].get("url", "")}')
        elif method == "Page.downloadWillBegin":
            self.events.append(("download", params["suggestedFilename"]))
        return message

    def call(self, method, **params):
        self.number += 1
        message = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read(120)
            if answer is None:
                raise TimeoutError(method)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f'{method}: {answer["error"]["message"]}')
                return answer["result"]

    def run(self, script):
        """Returns the value of a script, which may be a promise."""
        result = self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return result["result"].get("value")

    def wait_for(self, script, seconds=60):
        end = time.monotonic() + seconds
        while True:
            value = self.run(script)
            if value:
                return value
            if time.monotonic() > end:
                raise TimeoutError(f"{script}; errors: {self.errors}")
            self.read(0.05)

    def open(self, address):
        self.call("Page.navigate", url=address)
        self.wait_for("document.getElementById('state')?.hidden || document.querySelector('.failed')?.textContent")
        failed = self.run("document.querySelector('.failed')?.textContent")
        if failed:
            raise RuntimeError(failed)

    def key(self, key, code=None, modifiers=0, text=None):
        # A field of the page takes no key without a number.
        number = {"Enter": 13, "Escape": 27}.get(key, ord(key.upper()) if len(key) == 1 else 0)
        for kind in ("keyDown", "keyUp"):
            more = {"text": text} if text and kind == "keyDown" else {}
            more["windowsVirtualKeyCode"] = number
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code or key, modifiers=modifiers, **more)

    def click(self, x, y):
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def hold(self, width, height):
        """Makes the page that of a phone, until `width` is 0. Its scale is the browser's, since a page under an emulated
        scale has a canvas of the wrong size."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=0,
                  mobile=width > 0)
        self.call("Emulation.setTouchEmulationEnabled", enabled=width > 0)

    def touch(self, *points):
        """Puts a finger on the first point, moves it over the others and lifts it."""
        for number, (x, y) in enumerate(points):
            kind = "touchMove" if number else "touchStart"
            self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])
            # Each is seen in a frame of its own, as from a finger.
            self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.run("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def screenshot(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def stop(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)
