"""How often programs open a file, from the kernel's inotify."""

import ctypes
import os
import struct

import service

IN_OPEN, IN_CLOSE_NOWRITE = 0x20, 0x10
EVENT = struct.Struct("iIII")

libc = ctypes.CDLL(None, use_errno=True)


class Opened:
    """Counts how often the daemon opens a file from now on."""

    def __init__(self, path):
        self.count = 0
        self.queue = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        # As the daemon sees the file: its sandbox may have a sysfs of its own. The kernel merges
        # equal events that follow one another, so opening alone would not be enough.
        seen = f"/proc/{service.daemon()}/root{path}"
        if libc.inotify_add_watch(self.queue, seen.encode(), IN_OPEN | IN_CLOSE_NOWRITE) < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), seen)

    def times(self):
        try:
            events = os.read(self.queue, 65536)
        except BlockingIOError:
            return self.count
        self.count += sum(bool(mask & IN_OPEN) for _, mask, _, _ in EVENT.iter_unpack(events))
        return self.count

    def close(self):
        os.close(self.queue)
