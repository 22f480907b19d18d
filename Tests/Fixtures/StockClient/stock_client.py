"""A client of the daemon that is written with PyPI's varlink, and asks for all there is.

usage: stock_client.py SOCKET PART [DESCRIPTIONS]

A part is a function below. Ends with a trace where the daemon does anything else than what is expected.
"""

import json
import os
import sys

import varlink

AUTOMATIC, HEALTH, LIGHTS = "io.brightnessd.Automatic", "io.brightnessd.Health", "io.brightnessd.Lights"
SESSIONS, SERVICE = "io.brightnessd.Sessions", "org.varlink.service"


class Peer:
    """The daemon, to which each `open` is another connection, and thus another session."""

    def __init__(self, socket):
        self.client = varlink.Client(address=f"unix:{socket}")

    def open(self, interface):
        return self.client.open(interface)

    def both(self):
        """Both interfaces over one connection."""
        connection = self.client.open_connection()
        return [self.client.open(name, connection=connection) for name in (LIGHTS, SESSIONS)]


def expect(found, wanted):
    assert found == wanted, f"{found!r} and not {wanted!r}"


def refused(call, error, **parameters):
    """Expects an error; a field whose wanted value is a function is judged by it."""
    try:
        found = call()
    except varlink.VarlinkError as refusal:
        expect(refusal.error(), error)
        said = refusal.parameters() or {}
        expect(sorted(said), sorted(parameters))
        for field, wanted in parameters.items():
            assert wanted(said[field]) if callable(wanted) else said[field] == wanted, f"{field}: {said[field]!r}"
        return
    raise AssertionError(f"{found!r} and not {error}")


def raw(connection, method, parameters=None, **more):
    """Calls what the library itself would refuse to call."""
    call = {"method": method, **more}
    if parameters is not None:
        call["parameters"] = parameters
    connection._send_message(json.dumps(call).encode())
    return connection._next_varlink_message()[0]


def scene(percent=100, rule="exactly", **more):
    return {"claims": [{"rule": rule, "percent": percent}], **more}


def methods(peer, interface):
    return [name for name, member in peer.client.get_interface(interface).members.items() if hasattr(member, "out_type")]


def closed(connection):
    """Expects that the daemon has ended the connection."""
    try:
        connection._next_varlink_message()
    except (varlink.error.BrokenPipeError, ConnectionResetError):
        return
    raise AssertionError("the connection is still open")


def descriptions(peer, folder):
    expect(peer.client.get_interfaces(), [AUTOMATIC, HEALTH, LIGHTS, SESSIONS, SERVICE])
    information = peer.client.info
    expect([information["vendor"], information["product"]], ["brightnessd", "brightnessd"])
    assert information["version"] and information["url"] == ""
    expect(methods(peer, AUTOMATIC), ["Report", "TurnOn", "TurnOff", "Forget", "History", "Feed"])
    expect(methods(peer, HEALTH), ["Report", "AllowMonitor"])
    expect(methods(peer, LIGHTS), ["List", "Get", "Set", "Watch"])
    expect(
        methods(peer, SESSIONS),
        ["Push", "OnAppear", "OnDisappear", "PopFrom", "Hold", "List", "Watch", "Cancel", "Reset"],
    )
    with peer.open(SERVICE) as service:
        for name in (AUTOMATIC, HEALTH, LIGHTS, SESSIONS):
            with open(f"{folder}/{name}.varlink", encoding="utf-8") as file:
                expect(service.GetInterfaceDescription(name)["description"], file.read())
        varlink.Interface(service.GetInterfaceDescription(SERVICE)["description"])


def lights(peer):
    with peer.open(LIGHTS) as connection:
        panel, keyboard = connection.List()["lights"]
        expect([panel["id"], keyboard["id"]], ["backlight/panel", "leds/tpacpi::kbd_backlight"])
        expect([panel["kind"], keyboard["kind"]], ["panel", "keyboard"])
        expect([panel["raw"], panel["baseRaw"], panel["maximum"], panel["state"]], [7373, 7373, 19200, "free"])
        expect([keyboard["raw"], keyboard["maximum"], keyboard["floor"]], [1, 3, 0])
        assert "session" not in panel
        expect(connection.Get()["light"], panel)
        expect(connection.Get("keyboard")["light"], keyboard)

        expect(connection.Set("panel", {"percent": 37})["lights"][0]["level"], 37)
        expect(connection.Set("panel", {"changePercent": -10})["lights"][0]["level"], 27)
        expect(connection.Set("panel", {"raw": 1000})["lights"][0]["raw"], 1000)
        expect(connection.Set("panel", {"changeRaw": 5}, 1)["lights"][0]["raw"], 1005)
        expect(connection.Set(None, {"percent": 0})["lights"][0]["raw"], 192)
        expect(connection.Set(None, {"percent": 0}, None, True)["lights"][0]["raw"], 0)
        connection.Set("keyboard", {"raw": 3}, _oneway=True)
        expect(connection.Get("keyboard")["light"]["baseRaw"], 3)


def automatic(peer):
    with peer.open(AUTOMATIC) as connection:
        report = connection.Report()
        expect([report["unusedSensors"], report["lights"]], [[], []])
        assert "sensor" not in report and report["noSensor"]
        refused(lambda: connection.TurnOn(), AUTOMATIC + ".NoSensor", reason=report["noSensor"])
        expect([light["mode"] for light in connection.TurnOff("panel")["lights"]], ["off"])
        expect(connection.Forget()["lights"], [])
        expect(connection.History()["events"], [])
        expect(connection.Feed("desk", 310.5), {})
        expect(connection.Report()["sensor"]["device"], "feed:desk")


def health(peer):
    with peer.open(HEALTH) as connection:
        report = connection.Report()
        refused(lambda: connection.AllowMonitor("DP-1"), SERVICE + ".InvalidParameter", parameter="light")
    assert report["version"] and report["mayChange"]
    for field in ("unusedLights", "pendingRestores", "configProblems", "externalChanges"):
        expect(report[field], [])


def watch(peer):
    reader, other = peer.open(LIGHTS), peer.open(LIGHTS)
    replies = reader.Watch(_more=True)
    for number, light in enumerate(["backlight/panel", "leds/tpacpi::kbd_backlight"], 1):
        first = next(replies)
        expect([first["light"]["id"], first["cause"], first["sequence"]], [light, "initial", number])

    other.Set("panel", {"raw": 1000})
    change = next(replies)
    expect([change["light"]["raw"], change["cause"], change["sequence"]], [1000, "set", 3])
    expect(next(replies)["cause"], "restore")

    reader.close()
    other.Set("panel", {"raw": 2000})
    other.close()
    alone(peer)


def watch_sessions(peer):
    reader, other = peer.open(SESSIONS), peer.open(SESSIONS)
    changes = reader.Watch(_more=True)
    expect(next(changes), {})

    other.Push(scene())
    expect(next(changes), {})

    reader.close()
    other.close()
    alone(peer)


def alone(peer):
    """Expects that no other session is left."""
    with peer.open(SESSIONS) as connection:
        expect(len(connection.List()["sessions"]), 1)


def sessions(peer):
    levels, mine = peer.both()
    number = mine.Push(scene(50, name="film", reason="night", priority="high", onUserChange="rebase"))["scene"]
    expect(levels.Get()["light"]["state"], "free")
    mine.OnAppear(number)
    light = levels.Get()["light"]
    expect([light["raw"], light["baseRaw"], light["state"], light["scene"]], [9600, 7373, "held", number])
    expect(levels.Set(None, {"raw": 5000})["lights"][0]["raw"], 9600)

    (session,) = mine.List()["sessions"]
    expect([session["uid"], session["pid"], session["id"]], [os.getuid(), os.getpid(), light["session"]])
    (listed,) = session["scenes"]
    expect([listed["name"], listed["reason"], listed["priority"]], ["film", "night", "high"])
    expect([listed["claims"][0]["percent"], listed["onUserChange"], listed["appeared"]], [50, "rebase", True])
    assert listed["deciding"] and "remainingMilliseconds" not in listed

    mine.OnDisappear(number)
    expect(levels.Get()["light"]["raw"], 5000)
    above = mine.Push(scene(rule="atLeast", expiresMilliseconds=60000, fadeMilliseconds=0))["scene"]
    mine.OnAppear(above)
    assert 0 < mine.List()["sessions"][0]["scenes"][1]["remainingMilliseconds"] <= 60000
    mine.PopFrom(number)
    expect(mine.List()["sessions"][0]["scenes"], [])
    expect(levels.Get()["light"]["raw"], 5000)

    mine.OnAppear(mine.Push(scene())["scene"])
    with peer.open(SESSIONS) as other:
        other.Cancel(session["id"])
        closed(mine)
        other.OnAppear(other.Push(scene())["scene"])
        expect(other.Reset()["sessions"], 0)
        closed(other)
    with peer.open(SESSIONS) as other:
        expect(other.Reset(os.getuid() == 0)["sessions"], 0)


def hold(peer):
    lower, upper, levels = peer.open(SESSIONS), peer.open(SESSIONS), peer.open(LIGHTS)
    below = lower.Hold(scene(50), _more=True)
    expect(next(below)["event"], "holding")
    above = upper.Hold(scene(100), _more=True)
    expect([next(above)["event"], next(below)["event"]], ["holding", "outranked"])
    expect(levels.Get()["light"]["raw"], 19200)

    upper.close()
    expect(next(below)["event"], "resumed")
    levels.Set(None, {"raw": 5000})
    expect(next(below)["event"], "yielded")
    expect(levels.Get()["light"]["raw"], 5000)

    lower.close()
    levels.close()
    alone(peer)


def ends(peer):
    with peer.open(SESSIONS) as connection:
        events = connection.Hold(scene(expiresMilliseconds=1), _more=True)
        # Whether the light shows it before it expires is the machine's affair.
        expect([reply["event"] for reply in events if reply["event"] != "holding"], ["expired"])
        events = connection.Hold(scene(onUserChange="cancel"), _more=True)
        expect(next(events)["event"], "holding")
        with peer.open(LIGHTS) as levels:
            levels.Set(None, {"raw": 5000})
        expect([reply["event"] for reply in events], ["cancelled"])
        expect(connection.List()["sessions"][0]["scenes"], [])


def refusals_of_lights(peer):
    twins = ["backlight/ddcci7_kbd_backlight", "leds/ddcci7_kbd_backlight"]
    known = sorted(["backlight/ddcci5", "backlight/ddcci6", "backlight/panel", "leds/tpacpi::kbd_backlight", *twins])
    with peer.open(LIGHTS) as connection:
        unknown = {"light": "lamp", "known": lambda names: sorted(names) == known}
        refused(lambda: connection.Get("lamp"), f"{LIGHTS}.NoSuchLight", **unknown)
        refused(lambda: connection.Set("lamp", {"raw": 1}), f"{LIGHTS}.NoSuchLight", **unknown)
        refused(lambda: next(connection.Watch("lamp", _more=True)), f"{LIGHTS}.NoSuchLight", **unknown)
        several = {"light": "ddcci7_kbd_backlight", "known": lambda names: sorted(names) == twins}
        refused(lambda: connection.Get("ddcci7_kbd_backlight"), f"{LIGHTS}.AmbiguousLight", **several)
        expect(connection.Get("monitor")["light"]["id"], "backlight/ddcci5")
        reply = connection.Set("monitor", {"raw": 50})
        expect([light["id"] for light in reply["lights"]], ["backlight/ddcci5", twins[0]])
        expect([light["light"] for light in reply["leftOut"]], ["backlight/ddcci6"])
        stuck = {"light": "backlight/ddcci6", "reason": lambda text: "ddcci6" in text}
        refused(lambda: connection.Set("ddcci6", {"raw": 50}), f"{LIGHTS}.NotWritable", **stuck)
        beyond = {"light": "backlight/panel", "reason": lambda text: "19200" in text}
        refused(lambda: connection.Set("panel", {"raw": 19201}), f"{LIGHTS}.OutOfRange", **beyond)


def refusals_without_lights(peer):
    with peer.open(LIGHTS) as connection:
        expect(connection.List()["lights"], [])
        refused(lambda: connection.Get(), f"{LIGHTS}.NoLights")
        refused(lambda: connection.Set(None, {"raw": 1}), f"{LIGHTS}.NoLights")
        refused(lambda: connection.Get("lamp"), f"{LIGHTS}.NoSuchLight", light="lamp", known=[])


def refusals_of_sessions(peer):
    with peer.open(SESSIONS) as connection:
        for method in (connection.OnAppear, connection.OnDisappear, connection.PopFrom):
            refused(lambda: method(7), f"{SESSIONS}.NoSuchScene", scene=7)
        refused(lambda: connection.Cancel(99), f"{SESSIONS}.NoSuchSession", session=99)
        for wrong, field in [
            (scene(101), "percent"),
            ({"claims": [{"light": "lamp", "rule": "exactly", "percent": 1}]}, "light"),
            (scene(expiresMilliseconds=0), "expiresMilliseconds"),
        ]:
            invalid = {"field": field, "reason": bool}
            refused(lambda: connection.Push(wrong), f"{SESSIONS}.InvalidClaim", **invalid)
            refused(lambda: next(connection.Hold(wrong, _more=True)), f"{SESSIONS}.InvalidClaim", **invalid)
        for wrong, what, limit in [
            ({"claims": scene()["claims"] * 33}, "claims", 32),
            (scene(name="x" * 1025), "name", 1024),
            (scene(reason="x" * 1025), "reason", 1024),
        ]:
            refused(lambda: connection.Push(wrong), f"{SESSIONS}.TooMany", what=what, limit=limit)
        for _ in range(16):
            connection.Push(scene())
        refused(lambda: connection.Push(scene()), f"{SESSIONS}.TooMany", what="scenes", limit=16)


def wrong_calls(peer):
    with peer.open(SERVICE) as connection:
        none = {"interface": "io.brightnessd.None"}
        refused(lambda: connection.GetInterfaceDescription(*none.values()), f"{SERVICE}.InterfaceNotFound", **none)
        refused(lambda: raw(connection, "io.brightnessd.None.Get"), f"{SERVICE}.InterfaceNotFound", **none)
        refused(lambda: raw(connection, f"{LIGHTS}.Dance"), f"{SERVICE}.MethodNotFound", method=f"{LIGHTS}.Dance")
        for method, parameters, field in [
            (f"{LIGHTS}.Set", None, "level"),
            (f"{LIGHTS}.Set", {"level": {}}, "level"),
            (f"{LIGHTS}.Set", {"level": {"raw": 1, "percent": 2}}, "raw"),
            (f"{LIGHTS}.Get", {"lihgt": "panel"}, "lihgt"),
            (f"{LIGHTS}.Get", {"light": 7}, "light"),
            (f"{SESSIONS}.OnAppear", {"scene": "first"}, "scene"),
            (f"{SESSIONS}.OnAppear", {}, "scene"),
            (f"{SESSIONS}.Push", {"scene": {"claims": [{"rule": "almost", "percent": 1}]}}, "rule"),
            (f"{SESSIONS}.Reset", {"all": "yes"}, "all"),
        ]:
            refused(lambda: raw(connection, method, parameters), f"{SERVICE}.InvalidParameter", parameter=field)
        refused(lambda: raw(connection, f"{LIGHTS}.Watch"), f"{SERVICE}.ExpectedMore")
        refused(lambda: raw(connection, f"{SESSIONS}.Hold", {"scene": scene()}), f"{SERVICE}.ExpectedMore")


def strangers(peer):
    """No user may change the sessions of another user, or more than root allows."""
    holder, is_root = peer.open(SESSIONS), os.getuid() == 0
    if is_root:
        holder.OnAppear(holder.Push(scene(name="secret"))["scene"])
        os.setgroups([])
        os.setresgid(65534, 65534, 65534)
        os.setresuid(65534, 65534, 65534)
    levels, mine = peer.open(LIGHTS), peer.open(SESSIONS)
    denied = f"{SERVICE}.PermissionDenied"
    assert levels.Get()["light"]["maximum"] == 19200
    assert "pid" not in next(peer.open(LIGHTS).Watch(_more=True))
    others = [session for session in mine.List()["sessions"] if session["uid"] != os.getuid()]
    expect(len(others), 1 if is_root else 0)
    for session in others:
        parts = (session, *session["scenes"])
        expect([field for field in ("pid", "name", "reason") for part in parts if field in part], [])
        refused(lambda: mine.Cancel(session["id"]), denied)
    refused(lambda: levels.Set(None, {"raw": 1}), denied)
    refused(lambda: mine.Push(scene()), denied)
    refused(lambda: next(mine.Hold(scene(), _more=True)), denied)
    refused(lambda: mine.Reset(True), denied)


if __name__ == "__main__":
    globals()[sys.argv[2]](Peer(sys.argv[1]), *sys.argv[3:])
    print("as expected")
