"""A client of the daemon that uses a plain socket."""

import json
import os
import socket

from service import TIMEOUT

USUAL_SOCKET = "/run/brightnessd/io.brightnessd"


class Disconnected(Exception):
    """The daemon has closed the connection."""


class ErrorReply(AssertionError):
    """The daemon has replied with an error, whose name this is."""


class Client:
    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(TIMEOUT)
        self.socket.connect(os.environ.get("BRIGHTNESSD_SOCKET", USUAL_SOCKET))
        self.bytes = b""

    def send(self, method, more=False, **parameters):
        call = {"method": "io.brightnessd." + method, "parameters": parameters}
        if more:
            call["more"] = True
        try:
            self.socket.sendall(json.dumps(call).encode() + b"\0")
        except BrokenPipeError:
            raise Disconnected from None

    def receive(self):
        while b"\0" not in self.bytes:
            self.bytes += self.read()
        message, self.bytes = self.bytes.split(b"\0", 1)
        reply = json.loads(message)
        if "error" in reply:
            raise ErrorReply(reply["error"])
        return reply["parameters"]

    def read(self):
        try:
            part = self.socket.recv(65536)
        except ConnectionResetError:
            part = b""
        if not part:
            raise Disconnected
        return part

    def call(self, method, **parameters):
        self.send(method, **parameters)
        return self.receive()

    def appear(self, percent):
        scene = self.call("Sessions.Push", scene=scene_at(percent))["scene"]
        self.call("Sessions.OnAppear", scene=scene)
        # When the next call is answered, this one is recorded as answered.
        self.sessions()
        return scene

    def hold(self, percent, **more):
        self.send("Sessions.Hold", more=True, scene=scene_at(percent, **more))
        event = self.receive()["event"]
        settle()
        return event

    def is_disconnected(self):
        """Waits for data; whether there is none, because the daemon has closed the connection."""
        try:
            self.read()
        except Disconnected:
            return True
        return False

    def sessions(self):
        """The numbers of the sessions that have scenes."""
        return [session["id"] for session in self.call("Sessions.List")["sessions"] if session["scenes"]]

    def close(self):
        self.socket.close()


def settle():
    """Returns when the daemon has noted that its last reply was sent; until then the client would be disconnected if it died."""
    other = Client()
    other.sessions()
    other.close()


def scene_at(percent, **more):
    return {"claims": [{"rule": "exactly", "percent": percent}], **more}


if __name__ == "__main__":
    holder = Client()
    holder.hold(80)
    print("held", flush=True)
    holder.socket.settimeout(None)
    holder.is_disconnected()
