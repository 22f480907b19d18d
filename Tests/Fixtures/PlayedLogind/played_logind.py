"""A system's bus of its own, with python-dbusmock's logind on it that writes the lights of a fake tree.

usage: played_logind.py SOCKET SYSFS

Does what it is told line by line, and repeats the line when that is done: `begin` and `end` are logind's, `hang up` and `come back` are the bus's;
`write` lets logind write what it is asked to, and `refuse NAME SENTENCE` has it answer with an error instead. `inhibit WHAT` changes what programs
inhibit, and `fail` announces a change and ends logind before anybody can ask for it. All of it ends with this program, however that ends.
"""

import os
import subprocess
import sys

SOCKET, SYSFS = sys.argv[1:]
os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = "unix:path=" + SOCKET

import dbus
import dbus.lowlevel
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
        # A text such as "shutdown:idle", of all programs, in a signal with the value (systemd 252,
        # src/login/logind-inhibit.c: bus_manager_send_inhibited_change; logind-dbus.c: the property
        # emits its changes).
        properties = dbus.Dictionary({"BlockInhibited": what}, signature="sv")
        self.mock(MANAGER).UpdateProperties(LOGIND + ".Manager", properties)

    def fail(self):
        self.end()
        other = dbus.bus.BusConnection(os.environ["DBUS_SYSTEM_BUS_ADDRESS"])
        assert other.request_name(LOGIND) == dbus.bus.REQUEST_NAME_REPLY_PRIMARY_OWNER
        signal = dbus.lowlevel.SignalMessage(MANAGER, "org.freedesktop.DBus.Properties", "PropertiesChanged")
        signal.append(LOGIND + ".Manager", {}, ["BlockInhibited"], signature="sa{sv}as")
        other.send_message(signal)
        other.flush()
        other.close()

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
        case ["fail"]:
            logind.fail()
        case ["inhibit", *what]:
            logind.inhibit(" ".join(what))
        case ["write"]:
            logind.will(WRITE)
        case ["refuse", name, *sentence]:
            logind.will(f"raise dbus.exceptions.DBusException({' '.join(sentence)!r}, name={name!r})")
    print(line, end="", flush=True)
