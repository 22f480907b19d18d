"""A system's bus of its own, with python-dbusmock's logind on it that writes the lights of a fake tree.

usage: played_logind.py SOCKET SYSFS

Does what it is told line by line, and repeats the line when that is done: `begin` and `end` are logind's, `hang up` and `come back` are the bus's;
`inhibit WHAT` changes what programs inhibit; `write` lets logind write what it is asked to, and `refuse NAME SENTENCE` has it answer with an error instead. All of it ends with this program,
however that ends.
"""

import os
import subprocess
import sys

SOCKET, SYSFS = sys.argv[1:]
os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=" + SOCKET

import dbus
import dbusmock

LOGIND, MANAGER = "org.freedesktop.login1", "/org/freedesktop/login1"
SESSION = MANAGER + "/session/auto"

BUS = f"""<busconfig>
  <listen>unix:path={SOCKET}</listen>
  <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
</busconfig>
"""

# A file that no user may write is replaced, as root would write it.
WRITE = f"""
import os
file = os.path.join("{SYSFS}/class", args[0], args[1], "brightness")
with open(file + ".new", "w") as new:
    print(int(args[2]), file=new)
os.chmod(file + ".new", 0o444)
os.replace(file + ".new", os.path.realpath(file))
"""


class Logind:
    def __init__(self):
        self.answer = WRITE

    def begin(self):
        self.process = begun(sys.executable, "-m", "dbusmock", "--system", "--template", "logind")
        while not bus.connection.name_has_owner(LOGIND):
            assert self.process.poll() is None, "there is no logind"
        nothing = dbus.Dictionary(signature="sv")
        # The template of this version has no such property.
        self.mock(MANAGER).AddProperty(LOGIND + ".Manager", "BlockInhibited", "")
        self.mock(MANAGER).AddObject(SESSION, LOGIND + ".Session", nothing, [("SetBrightness", "ssu", "", self.answer)])

    def end(self):
        self.process.kill()
        self.process.wait()

    def will(self, answer):
        self.answer = answer
        self.mock(SESSION).AddMethod(LOGIND + ".Session", "SetBrightness", "ssu", "", answer)

    def inhibit(self, what):
        # What logind sends since systemd 183: a text such as "shutdown:idle", of all programs.
        properties = dbus.Dictionary({"BlockInhibited": what}, signature="sv")
        self.mock(MANAGER).UpdateProperties(LOGIND + ".Manager", properties)

    def mock(self, path):
        return dbus.Interface(bus.connection.get_object(LOGIND, path, introspect=False), dbusmock.MOCK_IFACE)


def begun(*words):
    # What they tell besides is of no interest: that there are few descriptors, and what was called.
    words = ["setpriv", "--pdeathsig", "KILL", *words]
    return subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)


class Bus:
    def __init__(self):
        with open(SOCKET + ".conf", "w") as file:
            file.write(BUS)
        self.begin()

    def begin(self):
        self.process = begun("dbus-daemon", "--nofork", "--nopidfile", "--print-address", "--config-file", SOCKET + ".conf")
        assert self.process.stdout.readline(), "there is no bus"
        self.connection = dbus.bus.BusConnection(os.environ["DBUS_SYSTEM_BUS_ADDRESS"])
        self.connection.set_exit_on_disconnect(False)

    def end(self):
        self.process.kill()
        self.process.wait()
        os.remove(SOCKET)


bus, logind = Bus(), Logind()

for line in sys.stdin:
    match line.split():
        case ["begin"]:
            logind.begin()
        case ["end"]:
            logind.end()
        case ["hang", "up"]:
            bus.end()
        case ["come", "back"]:
            bus.begin()
        case ["inhibit", *what]:
            logind.inhibit(" ".join(what))
        case ["write"]:
            logind.will(WRITE)
        case ["refuse", name, *sentence]:
            logind.will(f"raise dbus.exceptions.DBusException({' '.join(sentence)!r}, name={name!r})")
    print(line, end="", flush=True)
