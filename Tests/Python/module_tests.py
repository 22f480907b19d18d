"""Tests of python/brightnessd.py with the real daemon on simulated lights, and with one that is played where the real one never fails.

usage: module_tests.py BRIGHTNESSD [TEST...]
"""

import asyncio
import contextlib
import inspect
import itertools
import json
import os
import pickle
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import unittest
from unittest import mock

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../python"))

import brightnessd  # noqa: E402

PANEL = "backlight/simulated_panel"
HOLDER = """
import signal, brightnessd
with brightnessd.hold("panel", percent=100, name="ticket", reason="a train"):
    print("held", flush=True)
    signal.pause()
"""


class Daemon:
    """The daemon on simulated lights, at the socket of the environment."""

    program = ""

    def __init__(self):
        words = [self.program, "--simulate", "--config", "/dev/null", "--log", "info", "--socket", os.environ["BRIGHTNESSD_SOCKET"]]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        lines = [self.process.stdout.readline()]
        self.tree = lines[0].split("'")[1]
        while "listening on " not in lines[-1]:
            assert lines[-1], "the daemon has ended"
            lines.append(self.process.stdout.readline())

    def end(self, by=signal.SIGTERM):
        self.process.send_signal(by)
        self.process.wait()
        self.process.stdout.close()
        # One that is killed leaves it.
        shutil.rmtree(self.tree, ignore_errors=True)


class Played:
    """A daemon that is played: to each connection it sends a reply, or several, after each call, and then closes it."""

    def __init__(self, *connections):
        self.calls = []
        self.scenes = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(os.environ["BRIGHTNESSD_SOCKET"])
        self.listener.listen()
        self.thread = threading.Thread(target=self.serve, args=connections, daemon=True)
        self.thread.start()

    def serve(self, *connections):
        for replies in connections:
            connection, _ = self.listener.accept()
            with connection:
                for reply in replies:
                    if not self.take(connection):
                        break
                    for message in reply if isinstance(reply, list) else [reply]:
                        connection.sendall(json.dumps(message).encode() + b"\0")
        self.listener.close()
        os.unlink(os.environ["BRIGHTNESSD_SOCKET"])

    def take(self, connection):
        call = b""
        while not call.endswith(b"\0"):
            data = connection.recv(4096)
            if not data:
                return False
            call += data
        call = json.loads(call[:-1])
        self.calls.append(call["method"].rpartition(".")[2])
        if "scene" in call["parameters"]:
            self.scenes.append(call["parameters"]["scene"])
        return True

    def finish(self):
        self.thread.join()
        return self.calls


HOLDING = {"parameters": {"scene": 1, "event": "holding"}, "continues": True}
CANCELLED = {"parameters": {"scene": 1, "event": "cancelled"}}


def refused(name, **parameters):
    return {"error": f"io.brightnessd.{name}", "parameters": parameters}


def aged(seconds):
    """A report of a daemon that started so long ago; of one that does not say when if nothing is given."""
    return {"parameters": {} if seconds is None else {"ageMilliseconds": round(seconds * 1000)}}


def timed_out(*_):
    raise AssertionError("nothing happened for 20 seconds")


class Case(unittest.TestCase):
    def setUp(self):
        # A test that waits in vain fails.
        signal.signal(signal.SIGALRM, timed_out)
        signal.alarm(20)
        self.addCleanup(signal.alarm, 0)
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        patch = mock.patch.dict(os.environ, BRIGHTNESSD_SOCKET=f"{folder}/socket")
        patch.start()
        self.addCleanup(patch.stop)


class DaemonCase(Case):
    def setUp(self):
        super().setUp()
        self.daemon = Daemon()
        self.addCleanup(lambda: self.daemon.end())

    def restart(self):
        self.daemon.end(signal.SIGKILL)
        os.unlink(os.environ["BRIGHTNESSD_SOCKET"])
        self.daemon = Daemon()

    def levels(self, light="panel"):
        shown = brightnessd.get(light)
        return shown["level"], shown["base"], shown["state"]

    def wait_until_free(self):
        for change in brightnessd.watch("panel"):
            if change.light["state"] == "free":
                return change.light["level"]
        return None


class HoldTests(DaemonCase):
    def test_a_block_holds_the_screens_and_restores_them(self):
        with brightnessd.hold(percent=100, name="ticket", reason="a train") as hold:
            self.assertEqual(hold.event, ("holding", None))
            self.assertEqual(self.levels(), (100, 60, "held"))
            self.assertEqual(self.levels("monitor")[0], 100)
            (scene,) = [scene for one in brightnessd.call("Sessions.List")["sessions"] for scene in one["scenes"]]
            self.assertEqual([scene["name"], scene["reason"]], ["ticket", "a train"])

        self.assertEqual(self.wait_until_free(), 60)

    def test_every_option_arrives(self):
        options = {"priority": "high", "on_user_change": "rebase", "fade": 0.01, "expires": 3600}
        claims = [{"light": "panel", "rule": "scaled", "percent": 50}, {"light": "keyboard", "rule": "exactly", "percent": 0}]
        with brightnessd.hold(claims=claims, **options):
            (scene,) = [scene for one in brightnessd.call("Sessions.List")["sessions"] for scene in one["scenes"]]

        self.assertEqual([claim["rule"] for claim in scene["claims"]], ["scaled", "exactly"])
        self.assertEqual([scene["priority"], scene["onUserChange"]], ["high", "rebase"])
        self.assertTrue(3_500_000 < scene["remainingMilliseconds"] <= 3_600_000)

    def test_limits_lower_raise_and_scale_the_level(self):
        for rule, level in [({"at_most": 30}, 30), ({"at_most": 90}, 60), ({"at_least": 80}, 80), ({"scaled": 50}, 30)]:
            with brightnessd.hold("panel", **rule):
                self.assertAlmostEqual(brightnessd.get("panel")["level"], level, msg=rule)

    def test_the_light_of_a_killed_program_is_restored(self):
        environment = {**os.environ, "PYTHONPATH": os.path.dirname(brightnessd.__file__)}
        holder = subprocess.Popen([sys.executable, "-B", "-c", HOLDER], stdout=subprocess.PIPE, env=environment, text=True)
        self.assertEqual(holder.stdout.readline(), "held\n")
        self.assertEqual(self.levels(), (100, 60, "held"))

        holder.kill()

        self.assertEqual(self.wait_until_free(), 60)
        holder.wait()
        holder.stdout.close()

    def test_a_hold_that_the_user_cancels_has_ended(self):
        for ending in ("cancelled", "expired"):
            with brightnessd.hold("panel", percent=100, expires=0.5 if ending == "expired" else None) as hold:
                if ending == "cancelled":
                    self.assertEqual(brightnessd.call("Sessions.Reset"), {"sessions": 1})
                self.assertEqual([event.name for event in hold], ["holding", ending])
                self.assertEqual(self.wait_until_free(), 60)
            self.assertEqual(hold.event.name, ending)

    def test_events_name_the_light(self):
        told = []
        with brightnessd.hold("panel", percent=100, on_event=told.append) as hold:
            events = iter(hold)
            self.assertEqual(next(events), ("holding", None))
            brightnessd.set("panel", percent=50)
            self.assertEqual(next(events), ("yielded", PANEL))
        self.assertEqual(list(events), [])
        self.assertEqual(told, [("holding", None), ("yielded", PANEL)])

    def test_the_next_daemon_holds_again(self):
        with brightnessd.hold("panel", percent=100) as hold:
            events = iter(hold)
            self.assertEqual(next(events).name, "holding")
            self.restart()
            self.assertEqual([next(events).name, next(events).name], ["disconnected", "holding"])
            self.assertEqual(self.levels(), (100, 60, "held"))
        self.assertEqual(self.wait_until_free(), 60)

    def test_a_block_ends_while_there_is_no_daemon(self):
        with brightnessd.hold("panel", percent=100) as hold:
            events = iter(hold)
            next(events)
            self.daemon.end(signal.SIGKILL)
            self.assertEqual(next(events).name, "disconnected")
        self.assertEqual(list(events), [])
        self.daemon = Daemon()

    def test_a_hold_can_be_used_again(self):
        hold = brightnessd.hold("panel", percent=100)
        for _ in range(2):
            with hold:
                self.assertEqual(self.levels()[2], "held")
            self.assertEqual(self.wait_until_free(), 60)

    def test_a_hold_that_its_callback_closes_can_be_used_again(self):
        hold = brightnessd.hold("panel", percent=100, on_event=lambda event: event.name == "yielded" and hold.close())
        for _ in range(2):
            hold.open()
            events = iter(hold)
            brightnessd.set("panel", percent=50)
            self.assertEqual([event.name for event in events], ["holding", "yielded"])

    def test_an_open_hold_is_not_opened_again(self):
        with brightnessd.hold("panel", percent=100) as hold:
            for again in (hold.open, hold.__enter__):
                with self.assertRaisesRegex(RuntimeError, "^the hold is open already$"):
                    again()
            self.assertEqual(self.levels()[2], "held")
        self.assertEqual(self.wait_until_free(), 60)

    def test_a_child_process_that_leaves_the_block_does_not_end_the_hold(self):
        with brightnessd.hold("panel", percent=100) as hold:
            if not os.fork():
                hold.close()
                os._exit(0)
            os.wait()
            self.assertEqual(self.levels()[2], "held")
            self.assertEqual(hold.event.name, "holding")
        self.assertEqual(self.wait_until_free(), 60)

    def test_the_error_of_the_block_is_raised(self):
        with self.assertRaises(KeyError), brightnessd.hold("panel", percent=100):
            raise KeyError
        self.assertEqual(self.wait_until_free(), 60)

    def test_an_error_of_the_callback_ends_the_hold_and_is_raised(self):
        with self.assertRaises(ZeroDivisionError):
            with brightnessd.hold("panel", percent=100, on_event=lambda event: 1 / 0):
                self.assertEqual(self.wait_until_free(), 60)


class CallTests(DaemonCase):
    def test_lights_are_listed_read_and_set(self):
        self.assertEqual([light["kind"] for light in brightnessd.lights()], ["panel", "monitor", "keyboard"])
        self.assertEqual(brightnessd.get()["id"], PANEL)
        for setting, level in [({"percent": 40}, 40), ({"change": -10}, 30), ({"raw": 500}, 50), ({"change_raw": 100}, 60)]:
            (light,) = changed = brightnessd.set("panel", fade=0, **setting)
            self.assertEqual(changed.left_out, [])
            self.assertAlmostEqual(light["level"], level, msg=setting)
        self.assertEqual(brightnessd.set("panel", percent=0, allow_off=True)[0]["raw"], 0)

    def test_a_watch_reports_each_change_and_goes_on_with_the_next_daemon(self):
        changes = brightnessd.watch("panel")
        self.assertEqual(next(changes).cause, "initial")
        brightnessd.set("panel", percent=40)
        change = next(changes)
        self.assertEqual((change.light["level"], change.cause, change.pid), (40, "set", os.getpid()))
        self.assertEqual(next(changes).cause, "restore")

        self.restart()

        change = next(changes)
        self.assertEqual((change.light["level"], change.cause), (60, "initial"))
        changes.close()

    def test_each_error_of_the_daemon_is_an_exception_of_its_name(self):
        known = {name for name, kind in vars(brightnessd).items() if inspect.isclass(kind) and issubclass(kind, brightnessd.Refusal)}
        for interface in ("Automatic", "Lights", "Sessions"):
            path = os.path.join(os.path.dirname(__file__), f"../../interfaces/io.brightnessd.{interface}.varlink")
            with open(path, encoding="utf-8") as file:
                self.assertEqual(set(re.findall(r"^error (\w+)", file.read(), re.M)) - known, set())

        for refused, kind, parameters in [
            (lambda: brightnessd.get("lamp"), brightnessd.NoSuchLight, {"light": "lamp"}),
            (lambda: brightnessd.set("panel", raw=1001), brightnessd.OutOfRange, {"light": PANEL}),
            (lambda: brightnessd.set("panel", percent=1, fade=7200), brightnessd.InvalidParameter, {"parameter": "fadeMilliseconds"}),
            (lambda: next(brightnessd.watch("lamp")), brightnessd.NoSuchLight, {"light": "lamp"}),
            (lambda: brightnessd.call("Sessions.Cancel", session=999), brightnessd.NoSuchSession, {"session": 999}),
            (brightnessd.hold(percent=101).open, brightnessd.InvalidClaim, {"field": "percent"}),
            (brightnessd.hold(claims=[]).open, brightnessd.InvalidClaim, {"field": "claims"}),
        ]:
            with self.assertRaises(kind) as found:
                refused()
            self.assertEqual({**found.exception.parameters, **parameters}, found.exception.parameters)
            for field, value in found.exception.parameters.items():
                self.assertEqual(getattr(found.exception, field), value)
            copied = pickle.loads(pickle.dumps(found.exception))
            self.assertEqual((type(copied), str(copied)), (kind, str(found.exception)))
        for kind, method, fields in [
            (brightnessd.MethodNotFound, "Lights.Dance", {"method": "io.brightnessd.Lights.Dance"}),
            (brightnessd.InterfaceNotFound, "Lamps.List", {"interface": "io.brightnessd.Lamps"}),
            (brightnessd.ExpectedMore, "Sessions.Watch", {}),
        ]:
            with self.assertRaises(kind) as found:
                brightnessd.call(method)
            self.assertEqual(found.exception.parameters, fields)


class AsyncTests(DaemonCase, unittest.IsolatedAsyncioTestCase):
    async def test_a_block_holds_and_restores(self):
        async with brightnessd.ahold("panel", at_most=30) as hold:
            self.assertEqual(hold.event, ("holding", None))
            self.assertEqual((await brightnessd.aget("panel"))["level"], 30)
        self.assertEqual(await self.until_free(), 60)

    async def test_a_hold_that_the_user_cancels_has_ended(self):
        async with brightnessd.ahold("panel", percent=100) as hold:
            self.assertEqual(await brightnessd.acall("Sessions.Reset"), {"sessions": 1})
            self.assertEqual([event.name async for event in hold], ["holding", "cancelled"])
            self.assertEqual(await self.until_free(), 60)

    async def test_the_next_daemon_holds_again(self):
        told = []
        async with brightnessd.ahold("panel", percent=100, on_event=lambda event: told.append(event.name)) as hold:
            self.restart()
            self.assertEqual([(await hold.__anext__()).name for _ in range(3)], ["holding", "disconnected", "holding"])
            self.assertEqual((await brightnessd.aget("panel"))["state"], "held")
        self.assertEqual(told, ["holding", "disconnected", "holding"])

    async def test_a_block_ends_while_there_is_no_daemon(self):
        async with brightnessd.ahold("panel", percent=100) as hold:
            self.daemon.end(signal.SIGKILL)
            self.assertEqual([(await hold.__anext__()).name for _ in range(2)], ["holding", "disconnected"])
        self.daemon = Daemon()

    async def test_an_open_hold_is_not_opened_again(self):
        async with brightnessd.ahold("panel", percent=100) as hold:
            with self.assertRaisesRegex(RuntimeError, "^the hold is open already$"):
                await hold.__aenter__()
            self.assertEqual((await brightnessd.aget("panel"))["state"], "held")
        async with hold:
            self.assertEqual((await brightnessd.aget("panel"))["state"], "held")
        self.assertEqual(await self.until_free(), 60)

    async def test_a_cancelled_task_ends_its_hold(self):
        held = asyncio.Event()

        async def show():
            async with brightnessd.ahold("panel", percent=100):
                held.set()
                await asyncio.Event().wait()

        task = asyncio.ensure_future(show())
        await held.wait()
        task.cancel()
        await asyncio.wait([task])
        self.assertTrue(task.cancelled())
        self.assertEqual(await self.until_free(), 60)

    async def test_a_watch_reports_each_change_and_goes_on_with_the_next_daemon(self):
        changes = brightnessd.awatch("panel")
        self.assertEqual((await changes.__anext__()).cause, "initial")
        await brightnessd.aset("panel", percent=40)
        self.assertEqual([(await changes.__anext__()).cause for _ in range(2)], ["set", "restore"])

        self.restart()

        self.assertEqual((await changes.__anext__()).light["level"], 60)
        await changes.aclose()

    async def test_an_error_reply_is_an_exception(self):
        with self.assertRaises(brightnessd.InvalidClaim):
            async with brightnessd.ahold(percent=101):
                self.fail("it was held")
        with self.assertRaises(brightnessd.NoSuchLight):
            await brightnessd.aget("lamp")
        self.assertEqual(len(await brightnessd.alights()), 3)

    async def until_free(self):
        async for change in brightnessd.awatch("panel"):
            if change.light["state"] == "free":
                return change.light["level"]
        return None


class EndTests(Case):
    """A hold whose connection ends without a last event: only a daemon that started later is asked again."""

    def setUp(self):
        super().setUp()
        # Each reply is heard a second after the one before.
        clock = mock.patch.object(brightnessd, "_now", side_effect=itertools.count(1000))
        clock.start()
        self.addCleanup(clock.stop)

    def test_the_same_daemon_is_not_asked_again(self):
        for age in (60, 1):
            for hold in (self.events, self.async_events):
                played = Played([HOLDING], [aged(age)])
                with self.assertRaises(brightnessd.Lost):
                    hold()
                self.assertEqual(played.finish(), ["Hold", "Report"])

    def test_a_younger_daemon_holds_again_and_so_does_one_of_unknown_age(self):
        for age in (0.999, 0, None):
            for hold in (self.events, self.async_events):
                played = Played([HOLDING], [aged(age), CANCELLED])
                self.assertEqual(hold(), ["holding", "disconnected", "cancelled"])
                self.assertEqual(played.finish(), ["Hold", "Report", "Hold"])

    def test_the_age_counts_from_the_last_event(self):
        """The connection may be older than the daemon that serves it, with socket activation."""
        for age, ends in ((1.5, True), (0.5, False)):
            played = Played([[HOLDING, HOLDING]], [aged(age), CANCELLED][: 1 if ends else 2])
            with self.assertRaises(brightnessd.Lost) if ends else contextlib.nullcontext():
                self.events()
            played.finish()

    def test_a_daemon_that_ends_again_is_waited_for(self):
        played = Played([HOLDING], [], [aged(0)], [aged(0), CANCELLED])
        self.assertEqual(self.events(), ["holding", "disconnected", "cancelled"])
        self.assertEqual(played.finish(), ["Hold", "Report", "Report", "Hold"])

    def test_a_connection_that_ends_before_the_first_event_is_an_error(self):
        for hold in (self.events, self.async_events):
            played = Played([])
            with self.assertRaises(brightnessd.Unreachable):
                hold()
            played.finish()

    def test_a_hold_that_is_cancelled_at_once_has_ended(self):
        played = Played([CANCELLED])
        self.assertEqual(self.events(), ["cancelled"])
        self.assertEqual(played.finish(), ["Hold"])

    def test_the_next_daemon_holds_for_the_rest_of_the_time(self):
        for hold in (self.events, self.async_events):
            played = Played([HOLDING], [aged(0), CANCELLED])
            hold(expires=60)
            played.finish()
            first, second = (scene["expiresMilliseconds"] for scene in played.scenes)
            self.assertEqual(first, 60_000)
            self.assertTrue(50_000 < second < 60_000, second)

    def test_a_hold_expires_also_while_there_is_no_daemon(self):
        for hold in (self.events, self.async_events):
            played = Played([HOLDING])
            self.assertEqual(hold(expires=5), ["holding", "disconnected", "expired"])
            self.assertEqual(played.finish(), ["Hold"])

    def test_a_light_that_the_next_daemon_has_not_found_yet_is_asked_for_again(self):
        for missing in (refused("Sessions.InvalidClaim", field="light", reason="unknown"), refused("Lights.NoSuchLight", light="a")):
            for hold in (self.events, self.async_events):
                with mock.patch.object(brightnessd, "_RETRY_PAUSE", 0.001):
                    played = Played([HOLDING], [aged(0), missing, missing, CANCELLED])
                    self.assertEqual(hold(), ["holding", "disconnected", "cancelled"])
                self.assertEqual(played.finish(), ["Hold", "Report", "Hold", "Hold", "Hold"])

    def test_a_watch_waits_for_a_light_that_the_next_daemon_has_not_found_yet(self):
        missing = refused("Lights.NoSuchLight", light="a", known=[])
        change = {"parameters": {"light": {"id": "a"}, "cause": "initial"}, "continues": True}

        async def run():
            changes = brightnessd.awatch("a")
            found = [(await changes.__anext__()).cause for _ in range(2)]
            await changes.aclose()
            return found

        for watch in (lambda: [one.cause for one in itertools.islice(brightnessd.watch("a"), 2)], lambda: asyncio.run(run())):
            with mock.patch.object(brightnessd, "_RETRY_PAUSE", 0.001):
                played = Played([change], [aged(0), missing, change])
                self.assertEqual(watch(), ["initial", "initial"])
            self.assertEqual(played.finish(), ["Watch", "Report", "Watch", "Watch"])

    def test_a_missing_light_is_waited_for_until_the_hold_expires(self):
        missing = refused("Sessions.InvalidClaim", field="light", reason="unknown")
        with mock.patch.object(brightnessd, "_RETRY_PAUSE", 0.001):
            played = Played([HOLDING], [aged(0)] + [missing] * 20)
            self.assertEqual(self.events(expires=20), ["holding", "disconnected", "expired"])
        self.assertLess(len(played.finish()), 20)

    def test_other_refusals_of_the_next_daemon_end_the_hold_and_so_does_a_missing_light_at_first(self):
        missing = refused("Sessions.InvalidClaim", field="light", reason="unknown")
        for connections in ([[missing]], [[HOLDING], [aged(0), refused("Sessions.InvalidClaim", field="percent", reason="no")]]):
            played = Played(*connections)
            with self.assertRaises(brightnessd.InvalidClaim):
                self.events()
            played.finish()

    @staticmethod
    def events(**options):
        with brightnessd.hold(percent=100, **options) as hold:
            return [event.name for event in hold]

    @staticmethod
    def async_events(**options):
        async def run():
            async with brightnessd.ahold(percent=100, **options) as hold:
                return [event.name async for event in hold]

        return asyncio.run(run())


class WithoutDaemonTests(Case):
    def test_a_missing_daemon_is_an_error_that_names_the_socket(self):
        text = f"cannot connect to '{os.environ['BRIGHTNESSD_SOCKET']}': No such file or directory"
        for refused in (brightnessd.lights, brightnessd.hold(percent=100).open, lambda: next(brightnessd.watch())):
            with self.assertRaises(brightnessd.Unreachable) as found:
                refused()
            self.assertEqual(str(found.exception), text)
        with self.assertRaises(brightnessd.Unreachable):
            asyncio.run(brightnessd.alights())

    def test_a_hold_has_one_rule(self):
        text = "expected one of percent, at_most, at_least, scaled, claims, found "
        for options, found in [({}, "none"), ({"percent": 1, "at_most": 1}, "percent, at_most")]:
            with self.assertRaisesRegex(ValueError, text + found):
                brightnessd.hold(**options)
        with self.assertRaises(ValueError):
            brightnessd.hold("panel", claims=[])
        with self.assertRaisesRegex(ValueError, "expected one of percent, change, raw, change_raw, found none"):
            brightnessd.set("panel")

    def test_a_light_is_named_by_text(self):
        for refused in (brightnessd.hold, brightnessd.set, brightnessd.get, lambda light: next(brightnessd.watch(light))):
            with self.assertRaisesRegex(TypeError, "^a light's name is text, found 50$"):
                refused(50)

    def test_numbers_are_finite(self):
        played = Played([], [])
        for number in (float("nan"), float("inf")):
            with self.assertRaises(ValueError):
                brightnessd.hold("panel", percent=number).open()
            with self.assertRaises(ValueError):
                brightnessd.hold("panel", percent=1, expires=number)
        played.finish()

    def test_a_path_that_is_too_long_is_an_error_that_says_so(self):
        with mock.patch.dict(os.environ, BRIGHTNESSD_SOCKET="/" + 200 * "a"):
            for refused in (brightnessd.lights, lambda: asyncio.run(brightnessd.alights())):
                with self.assertRaisesRegex(brightnessd.Unreachable, "a': AF_UNIX path too long$"):
                    refused()

    def test_a_hold_that_is_not_open_has_no_events(self):
        for iterate in (lambda: iter(brightnessd.hold(percent=1)), lambda: brightnessd.ahold(percent=1).__aiter__()):
            with self.assertRaisesRegex(RuntimeError, "^the hold is not open$"):
                iterate()

    def test_a_hold_that_is_not_needed_begins_when_there_is_a_daemon(self):
        with brightnessd.hold(percent=100, best_effort=True) as hold:
            events = iter(hold)
            self.assertEqual(next(events).name, "disconnected")
            played = Played([aged(0), CANCELLED])
            self.assertEqual([event.name for event in events], ["cancelled"])
        self.assertEqual(played.finish(), ["Report", "Hold"])
        with brightnessd.hold(percent=100, best_effort=True):
            pass

        async def run():
            async with brightnessd.ahold(percent=100, best_effort=True) as hold:
                self.assertEqual(hold.event.name, "disconnected")

        asyncio.run(run())

    def test_a_hold_that_is_not_needed_does_without_the_right(self):
        async def run():
            async with brightnessd.ahold(percent=100, best_effort=True) as hold:
                return [event async for event in hold]

        def plain():
            with brightnessd.hold(percent=100, best_effort=True) as hold:
                return list(hold)

        for hold in (plain, lambda: asyncio.run(run())):
            played = Played([{"error": "org.varlink.service.PermissionDenied", "parameters": {}}])
            self.assertEqual(hold(), [])
            played.finish()
        played = Played([refused("Sessions.InvalidClaim", field="percent", reason="no")])
        with self.assertRaises(brightnessd.InvalidClaim):
            plain()
        played.finish()

    def test_a_set_names_the_lights_that_it_left_out(self):
        left_out = [{"light": "ddc/a", "reason": "it sleeps", "pending": True}]
        for set in (brightnessd.set, lambda **options: asyncio.run(brightnessd.aset(**options))):
            played = Played([{"parameters": {"lights": [], "leftOut": left_out}}])
            lights = set(percent=1)
            self.assertEqual((lights, lights.left_out), ([], left_out))
            played.finish()

    def test_the_socket_is_the_one_that_the_client_takes(self):
        folder = os.path.dirname(os.environ["BRIGHTNESSD_SOCKET"])
        system, user = f"{folder}/system", f"{folder}/brightnessd/io.brightnessd"
        os.mkdir(os.path.dirname(user))
        with mock.patch.object(brightnessd, "_SYSTEM_SOCKET", system):
            for named, runtime, there, wanted in [
                ("/a", folder, [user], "/a"), ("unix:/a", folder, [], "/a"), ("@a", folder, [], "\0a"), ("", folder, [], system),
                ("", folder, [user], user), ("", folder, [user, system], system), ("", "", [user], system),
            ]:
                for path in there:
                    open(path, "w").close()
                with mock.patch.dict(os.environ, BRIGHTNESSD_SOCKET=named, XDG_RUNTIME_DIR=runtime):
                    self.assertEqual(brightnessd.socket_path(), wanted)
                for path in there:
                    os.unlink(path)

    def test_all_names_are_there_and_have_a_description(self):
        for name in brightnessd.__all__:
            self.assertTrue(inspect.getdoc(getattr(brightnessd, name)), name)


if __name__ == "__main__":
    Daemon.program = sys.argv.pop(1)
    unittest.main()
