"""A service manager for the daemon under test: passes its listening socket, keeps its descriptors, starts it again."""

import array
import fcntl
import os
import resource
import select
import signal
import socket
import subprocess
import threading
import time

from clients import GROUP, PROGRAM, become

# What systemd/brightnessd.service allows.
MOST_DESCRIPTORS = 4096
CONFIGURATION = f"[Daemon]\nGroup={GROUP}\n"


class Service:
    """The daemon as a user of its own, on a fake tree, with its state on a small disk."""

    def __init__(self, folder, tree, user):
        self.folder, self.tree, self.user = folder, tree, user
        self.state, self.configuration = f"{folder}/state", f"{folder}/conf"
        self.configure("")
        os.mkdir(self.state, 0o700)
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size=4m,mode=0700,uid={user},gid={user}", "chaos", self.state], check=True)
        self.socket = f"{folder}/socket"
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(self.socket)
        os.chmod(self.socket, 0o666)
        self.listener.listen(1024)
        self.notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notices.bind(f"{folder}/notify")
        os.chmod(f"{folder}/notify", 0o666)
        self.log = open(f"{folder}/log", "ab")
        self.pid = None
        self.store, self.lock = {}, threading.Lock()
        self.ready = threading.Event()
        self.epoll = select.epoll()
        self.epoll.register(self.notices, select.EPOLLIN)
        threading.Thread(target=self.serve, daemon=True).start()

    def configure(self, text):
        with open(self.configuration + ".new", "w") as file:
            file.write(CONFIGURATION + text)
        os.rename(self.configuration + ".new", self.configuration)

    # The daemon's life.

    def start(self, keeps_store=True):
        self.ready.clear()
        with self.lock:
            if not keeps_store:
                for name in list(self.store):
                    self.drop(name)
            passed = [("varlink", self.listener.fileno()), *self.store.items()]
            self.pid = os.fork()
            if self.pid == 0:
                self.execute(passed)
        if not self.ready.wait(20):
            raise AssertionError("the daemon was not ready within 20 s")

    def execute(self, passed):
        try:
            os.dup2(self.log.fileno(), 2)
            # Above all that are passed, so that none replaces another one.
            copies = [fcntl.fcntl(number, fcntl.F_DUPFD, 2000) for _, number in passed]
            os.closerange(3, 2000)
            for place, number in enumerate(copies, start=3):
                os.dup2(number, place, inheritable=True)
            os.closerange(3 + len(copies), MOST_DESCRIPTORS * 2)
            resource.setrlimit(resource.RLIMIT_NOFILE, (MOST_DESCRIPTORS, MOST_DESCRIPTORS))
            become(self.user)
            os.execve(PROGRAM, self.arguments(), {
                "LISTEN_PID": str(os.getpid()), "LISTEN_FDS": str(len(passed)), "LISTEN_FDNAMES": ":".join(name for name, _ in passed),
                "NOTIFY_SOCKET": f"{self.folder}/notify", "FDSTORE": "1024", "PATH": "/usr/bin:/bin",
                # No test reads this of a program without it.
                "ASAN_OPTIONS": "detect_leaks=1", "SWIFT_BACKTRACE": "enable=no",
            })
        except BaseException as error:  # noqa: B902
            os.write(2, f"cannot start the daemon: {error}\n".encode())
        finally:
            os._exit(127)

    def arguments(self, *more):
        return [PROGRAM, "--sysfs", self.tree, "--state", self.state, "--config", self.configuration, "--log", "notice", *more]

    def signal(self, number):
        os.kill(self.pid, number)

    def end(self, number):
        """Sends a signal that ends the daemon, and returns its status."""
        self.signal(number)
        _, status = os.waitpid(self.pid, 0)
        self.pid = None
        return status

    def restore(self):
        """`brightnessd --restore`, by root, after the daemon has ended."""
        return subprocess.run(self.arguments("--restore"), capture_output=True, text=True, timeout=30)

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def memory(self):
        """Anonymous memory, in KiB."""
        with open(f"/proc/{self.pid}/status") as file:
            for line in file:
                if line.startswith("RssAnon:"):
                    return int(line.split()[1])
        return 0

    def records(self):
        """What the state folder holds for the next start."""
        lasting = os.path.join(self.state, "lasting")
        names = os.listdir(self.state) + (os.listdir(lasting) if os.path.isdir(lasting) else [])
        return sorted(name for name in names if name not in ("lock", "fill", "session-numbers", "lasting"))

    def close(self):
        if self.pid:
            self.end(signal.SIGKILL)
        for _ in range(50):
            if subprocess.run(["umount", self.state], capture_output=True).returncode == 0:
                return
            time.sleep(0.1)

    # The manager: a thread of its own, since the daemon does not wait for it.

    def serve(self):
        while True:
            for number, _ in self.epoll.poll():
                if number == self.notices.fileno():
                    self.receive()
                else:
                    # The client has ended: systemd drops such a connection without a notice.
                    with self.lock:
                        for name in [name for name, stored in self.store.items() if stored == number]:
                            self.drop(name)

    def receive(self):
        data, ancillary, _, _ = self.notices.recvmsg(4096, socket.CMSG_SPACE(16))
        numbers = array.array("i")
        for level, kind, part in ancillary:
            if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
                numbers.frombytes(part)
        lines = data.decode().split("\n")
        name = next((line[7:] for line in lines if line.startswith("FDNAME=")), None)
        with self.lock:
            if "READY=1" in lines:
                self.ready.set()
            if "FDSTORE=1" in lines and numbers:
                self.drop(name)
                self.store[name] = numbers.pop()
                self.epoll.register(self.store[name], 0)
            if "FDSTOREREMOVE=1" in lines:
                self.drop(name)
        for number in numbers:
            os.close(number)

    def drop(self, name):
        number = self.store.pop(name, None)
        if number is not None:
            self.epoll.unregister(number)
            os.close(number)
