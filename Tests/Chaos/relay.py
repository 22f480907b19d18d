"""A relay between clients and a broker, which can be cut like a cable: both ends keep their connections, and nothing passes."""

import selectors
import socket
import threading


class Relay:
    def __init__(self, target):
        self.target = target
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.is_cut = threading.Event()
        self.others, self.lock = {}, threading.Lock()
        threading.Thread(target=self.serve, daemon=True).start()

    def cut(self):
        self.is_cut.set()

    def mend(self):
        """What was sent meanwhile arrives now, as what a kernel sends again."""
        self.is_cut.clear()

    def reset(self):
        """Ends all connections, as a router that starts again does."""
        with self.lock:
            for end in list(self.others):
                self.close(end)

    def serve(self):
        while True:
            for key, _ in self.selector.select(.05):
                if self.is_cut.wait(0):
                    threading.Event().wait(.01)
                    break
                with self.lock:
                    self.pass_on(key.fileobj)

    def pass_on(self, end):
        if end is self.listener:
            return self.accept()
        # It may have been closed after it was reported.
        if end not in self.others:
            return None
        try:
            data = end.recv(1 << 16)
            if not data:
                return self.close(end)
            self.others[end].sendall(data)
        except OSError:
            self.close(end)

    def accept(self):
        near, _ = self.listener.accept()
        try:
            far = socket.create_connection(self.target, timeout=1)
        except OSError:
            return near.close()
        # A broker that is stopped takes nothing: then nobody waits for it.
        for one in (near, far):
            one.settimeout(1)
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.selector.register(one, selectors.EVENT_READ)
        self.others[near], self.others[far] = far, near

    def close(self, end):
        # Its other end may have been closed before.
        for one in (end, self.others[end]) if end in self.others else ():
            self.selector.unregister(one)
            del self.others[one]
            one.close()
