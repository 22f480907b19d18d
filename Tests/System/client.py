"""A client of the daemon with nothing but a socket."""

import json
import os
import socket

from service import PATIENCE

SOCKET = os.environ.get("BRIGHTNESSD_SOCKET", "/run/brightnessd/io.brightnessd")


class Gone(Exception):
    """The daemon has closed the connection."""


class Refused(AssertionError):
    """The daemon has answered with an error, whose name this is."""


class Client:
    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(SOCKET)
        self.bytes = b""

    def begin(self, method, more=False, **parameters):
        call = {"method": "io.brightnessd." + method, "parameters": parameters}
        if more:
            call["more"] = True
        try:
            self.socket.sendall(json.dumps(call).encode() + b"\0")
        except BrokenPipeError:
            raise Gone from None

    def receive(self):
        while b"\0" not in self.bytes:
            self.bytes += self.read()
        message, self.bytes = self.bytes.split(b"\0", 1)
        reply = json.loads(message)
        if "error" in reply:
            raise Refused(reply["error"])
        return reply["parameters"]

    def read(self):
        try:
            part = self.socket.recv(65536)
        except ConnectionResetError:
            part = b""
        if not part:
            raise Gone
        return part

    def call(self, method, **parameters):
        self.begin(method, **parameters)
        return self.receive()

    def appear(self, percent):
        scene = self.call("Sessions.Push", scene=at(percent))["scene"]
        self.call("Sessions.OnAppear", scene=scene)
        # Once the next call is answered it is on record that this one was.
        self.sessions()
        return scene

    def hold(self, percent, **more):
        self.begin("Sessions.Hold", more=True, scene=at(percent, **more))
        event = self.receive()["event"]
        other = Client()
        other.sessions()
        other.close()
        return event

    def is_gone(self):
        """Whether the end of the connection is the next that comes."""
        try:
            self.read()
        except Gone:
            return True
        return False

    def sessions(self):
        """The numbers of the sessions that have scenes."""
        return [session["id"] for session in self.call("Sessions.List")["sessions"] if session["scenes"]]

    def close(self):
        self.socket.close()


def at(percent, **more):
    return {"claims": [{"rule": "exactly", "percent": percent}], **more}


if __name__ == "__main__":
    holder = Client()
    holder.hold(80)
    print("held", flush=True)
    holder.socket.settimeout(None)
    holder.is_gone()
