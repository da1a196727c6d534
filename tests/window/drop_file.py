"""Drops a file on a window, as a file manager would (XDND, version 5).

Usage: drop_file.py WINDOW FILE        (needs DISPLAY and python3-xlib)

Exits with 0 when the window reports that it has finished with the file, with 1 if it rejects the file
or does not respond within five minutes.
"""

import pathlib
import select
import sys
import time

from Xlib import X, Xatom, display
from Xlib.protocol import event

TIMEOUT_S = 300


class Drop:
    def __init__(self, target_id, path):
        self.display = display.Display()
        self.root = self.display.screen().root
        self.target = self.display.create_resource_object("window", target_id)
        self.source = self.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        self.uris = (pathlib.Path(path).resolve().as_uri() + "\r\n").encode()
        self.deadline = time.monotonic() + TIMEOUT_S

    def atom(self, name):
        return self.display.intern_atom(name)

    def send(self, kind, *data):
        """Sends one protocol message; its first word is always our own window."""
        words = [self.source.id, *data] + [0] * (4 - len(data))
        message = event.ClientMessage(
            window=self.target, client_type=self.atom(kind), data=(32, words)
        )
        self.target.send_event(message, event_mask=0)
        self.display.flush()

    def wait_for(self, kind):
        """Serves requests for the file name until the response `kind` arrives."""
        while True:
            while self.display.pending_events():
                got = self.display.next_event()
                if got.type == X.SelectionRequest:
                    self.serve(got)
                elif got.type == X.ClientMessage and got.client_type == self.atom(kind):
                    return got.data[1][1]  # behind the window that answers
            left = self.deadline - time.monotonic()
            if left <= 0:
                sys.exit(f"the window sent no {kind}")
            select.select([self.display.fileno()], [], [], left)

    def serve(self, request):
        served = request.property
        if request.target == self.atom("text/uri-list"):
            request.requestor.change_property(served, request.target, 8, self.uris)
        elif request.target == self.atom("TARGETS"):
            types = [self.atom("text/uri-list")]
            request.requestor.change_property(served, Xatom.ATOM, 32, types)
        else:
            served = X.NONE
        request.requestor.send_event(
            event.SelectionNotify(
                time=request.time,
                requestor=request.requestor,
                selection=request.selection,
                target=request.target,
                property=served,
            ),
            event_mask=0,
        )
        self.display.flush()

    def run(self):
        self.source.set_selection_owner(self.atom("XdndSelection"), X.CurrentTime)
        size = self.target.get_geometry()
        at = self.root.translate_coords(self.target, size.width // 2, size.height // 2)
        self.send("XdndEnter", 5 << 24, self.atom("text/uri-list"))
        copy = self.atom("XdndActionCopy")
        self.send("XdndPosition", 0, at.x << 16 | at.y, X.CurrentTime, copy)
        if not self.wait_for("XdndStatus") & 1:
            sys.exit("the window rejected the file")
        self.send("XdndDrop", 0, X.CurrentTime)
        self.wait_for("XdndFinished")


if __name__ == "__main__":
    Drop(int(sys.argv[1]), sys.argv[2]).run()
