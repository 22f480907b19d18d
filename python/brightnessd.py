"""Holds, sets and watches the brightness of screens and keyboard lights by way of brightnessd.

    import brightnessd

    with brightnessd.hold(percent=100, name="ticket", reason="a code to scan"):
        show_the_ticket()

The user's level is back when the block ends, and also when the process crashes or is killed. Each function has a form
for asyncio, whose name begins with a: `ahold`, `awatch`, `aset`, `aget`, `alights`, `acall`. io.brightnessd(7) describes
lights, events and errors.

Needs Python 3.9 or newer on Linux, and nothing else.
"""

from __future__ import annotations

import collections
import contextlib
import json
import math
import os
import socket
import threading
import time
from typing import Any, AsyncIterator, Callable, Coroutine, Deque, Dict, Iterator, List, NamedTuple, Type, TypeVar

__all__ = [
    "AmbiguousLight", "AnotherCall", "AsyncHold", "Change", "Error", "Event", "ExpectedMore", "Hold",
    "InterfaceNotFound", "InvalidClaim", "InvalidParameter", "LightsSet", "Lost", "MethodNotFound", "NoLights",
    "NoSensor", "NoSuchLight", "NoSuchScene", "NoSuchSession", "NotAutomatic", "NotWritable", "OutOfRange",
    "PermissionDenied", "Refusal",
    "SessionEnded", "TooMany", "Unreachable", "acall", "aget", "ahold", "alights", "aset", "awatch", "call", "get",
    "hold", "lights", "set", "socket_path", "watch",
]

Light = Dict[str, Any]
Result = TypeVar("Result")

_SYSTEM_SOCKET = "/run/brightnessd/io.brightnessd"
# Seconds until the first reply to a call, beside those of a fade. A slow monitor needs some of
# them.
_PATIENCE = 15.0
# Seconds between attempts to reach the next daemon.
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.02, 1.0
# Seconds until a light that the next daemon has not found is asked for again.
_RETRY_PAUSE = 1.0
# Events that a hold keeps for a program that does not read them.
_KEPT_EVENTS = 256
_LAST_EVENTS = ("cancelled", "expired")
# The fields of the wire by the names of arguments.
_RULES = {"percent": "exactly", "at_most": "atMost", "at_least": "atLeast", "scaled": "scaled"}
_LEVELS = {"percent": "percent", "change": "changePercent", "raw": "raw", "change_raw": "changeRaw"}


class Error(Exception):
    """Base of all errors of this module."""


class Unreachable(Error):
    """No daemon serves on the socket, or it does not reply."""


class Lost(Error):
    """The daemon closed the connection of a hold without an event, and goes on without the hold."""


class Refusal(Error):
    """An error reply: its full name, such as io.brightnessd.Lights.NoSuchLight, and its parameters, each of which is an
    attribute too.
    """

    def __init__(self, name: str, parameters: Dict[str, Any]) -> None:
        super().__init__(name, parameters)
        self.name = name
        self.parameters = parameters
        for field, value in parameters.items():
            self.__dict__.setdefault(field, value)

    def __str__(self) -> str:
        return f"{self.name} {json.dumps(self.parameters, ensure_ascii=False)}" if self.parameters else self.name


class PermissionDenied(Refusal):
    """The user may not change lights, or not end that session."""


class InvalidParameter(Refusal):
    """A field is missing, unknown or out of range: `parameter` names it, `reason` says what is expected."""

    parameter: str
    reason: str


class NoSuchLight(Refusal):
    """No light has this name; `known` lists the lights."""

    light: str
    known: List[str]


class AmbiguousLight(Refusal):
    """Several lights have this name; `known` lists them."""

    light: str
    known: List[str]


class NoLights(Refusal):
    """There is no screen."""


class NoSensor(Refusal):
    """No sensor measures the light in the room: see `reason`."""

    reason: str


class NotAutomatic(Refusal):
    """The light cannot follow the light in the room: see `reason`."""

    light: str
    reason: str


class NotWritable(Refusal):
    """The light cannot be written or read at the moment: see `reason`."""

    light: str
    reason: str


class OutOfRange(Refusal):
    """The light has no such level: see `reason`."""

    light: str
    reason: str


class InvalidClaim(Refusal):
    """A field of a hold is not valid: see `field` and `reason`."""

    field: str
    reason: str


class TooMany(Refusal):
    """A limit of the daemon is reached: see `what` and `limit`."""

    what: str
    limit: int


class NoSuchScene(Refusal):
    """The session has no scene of this number."""

    scene: int


class NoSuchSession(Refusal):
    """There is no session of this number."""

    session: int


class SessionEnded(Refusal):
    """The session of a watch was cancelled."""


class AnotherCall(Refusal):
    """Another call came on the connection of a hold or a watch, and ended it."""


class ExpectedMore(Refusal):
    """The method has several replies, which `call` does not take."""


class MethodNotFound(Refusal):
    """The daemon, which may be older, has no such `method`."""

    method: str


class InterfaceNotFound(Refusal):
    """The daemon, which may be older, has no such `interface`."""

    interface: str


class Event(NamedTuple):
    """An event of a hold: holding, outranked, suspended, yielded, resumed, expired or cancelled. The event disconnected
    means that the daemon has ended, and that the hold waits for the next one.
    """

    name: str
    # The light of the event, unless it concerns the whole hold.
    light: str | None


class Change(NamedTuple):
    """A light after a change, and the cause: at first initial for each light, then set, hold, release, external or other."""

    light: Light
    cause: str
    # The process that caused it, as far as this user may know.
    pid: int | None


class LightsSet(List[Light]):
    """The lights that were set. `left_out` lists the others that were meant, each with `light`, `reason` and `pending`. One
    that is pending is a monitor that sleeps, and gets the level when it wakes up.
    """

    def __init__(self, lights: List[Light], left_out: List[Dict[str, Any]]) -> None:
        super().__init__(lights)
        self.left_out = left_out


def socket_path() -> str:
    """The socket: that of BRIGHTNESSD_SOCKET, or else the system's if it exists, or else the user's if that exists."""
    if named := os.environ.get("BRIGHTNESSD_SOCKET"):
        path = named[len("unix:"):] if named.startswith("unix:") else named
        return "\0" + path[1:] if path.startswith("@") else path
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    user_socket = f"{folder}/brightnessd/io.brightnessd"
    if folder.startswith("/") and os.path.exists(user_socket) and not os.path.exists(_SYSTEM_SOCKET):
        return user_socket
    return _SYSTEM_SOCKET


def call(method: str, **parameters: Any) -> Dict[str, Any]:
    """Calls any method that has one reply, such as `call("Sessions.Reset")`, and returns its parameters.

    Each call has a connection of its own, and so a session of its own: what `Sessions.Push` does ends with the call.
    """
    return _finished(_call(_Sockets(), method, parameters))


async def acall(method: str, **parameters: Any) -> Dict[str, Any]:
    """`call` for asyncio."""
    return await _call(_Streams(), method, parameters)


def lights() -> List[Light]:
    """All lights, as dictionaries with `id`, `kind`, `level`, `base`, `state` and more."""
    found: List[Light] = call("Lights.List")["lights"]
    return found


async def alights() -> List[Light]:
    """`lights` for asyncio."""
    found: List[Light] = (await acall("Lights.List"))["lights"]
    return found


def get(light: str | None = None) -> Light:
    """One light: the named one, or else the one that the daemon chooses, mostly the panel."""
    found: Light = call("Lights.Get", **_given(light=_name(light)))["light"]
    return found


async def aget(light: str | None = None) -> Light:
    """`get` for asyncio."""
    found: Light = (await acall("Lights.Get", **_given(light=_name(light))))["light"]
    return found


def set(
    light: str | None = None, *, percent: float | None = None, change: float | None = None, raw: int | None = None,
    change_raw: int | None = None, fade: float | None = None, allow_off: bool = False,
) -> LightsSet:
    """Sets the user's level of a light, or without a name of every screen, and returns the lights when they show it.

    One of `percent`, `change` in percentage points, `raw` and `change_raw` in steps of the device is given. `fade` is in
    seconds. Without `allow_off` a level below the floor of a light becomes the floor, so that no screen is black by accident.
    Of several lights, those that cannot be written are left out: the result lists them as `left_out`. The result is empty if
    none was set and at least one is pending.
    """
    return _lights_set(call("Lights.Set", **_setting(light, percent, change, raw, change_raw, fade, allow_off)))


async def aset(
    light: str | None = None, *, percent: float | None = None, change: float | None = None, raw: int | None = None,
    change_raw: int | None = None, fade: float | None = None, allow_off: bool = False,
) -> LightsSet:
    """`set` for asyncio."""
    return _lights_set(await acall("Lights.Set", **_setting(light, percent, change, raw, change_raw, fade, allow_off)))


def watch(light: str | None = None) -> Iterator[Change]:
    """Yields every light, or one, and then each change. When the daemon has ended it begins again with the next one."""
    parameters = _given(light=_name(light))
    with contextlib.closing(_Watcher(_Sockets(), parameters)) as watcher:
        while True:
            yield _finished(watcher.next())


async def awatch(light: str | None = None) -> AsyncIterator[Change]:
    """`watch` for asyncio."""
    parameters = _given(light=_name(light))
    with contextlib.closing(_Watcher(_Streams(), parameters)) as watcher:
        while True:
            yield await watcher.next()


class _Hold:
    """What a hold asks for, its events, and how it ended. A thread or a task adds the events."""

    def __init__(
        self, light: str | None = None, *, percent: float | None = None, at_most: float | None = None,
        at_least: float | None = None, scaled: float | None = None, claims: List[Dict[str, Any]] | None = None,
        name: str | None = None, reason: str | None = None, priority: str | None = None,
        on_user_change: str | None = None, fade: float | None = None, expires: float | None = None,
        on_event: Callable[[Event], object] | None = None, best_effort: bool = False,
    ) -> None:
        named = _given(light=_name(light))
        levels = _one(percent=percent, at_most=at_most, at_least=at_least, scaled=scaled, claims=claims)
        if claims is None:
            claims = [{**named, "rule": _RULES[argument], "percent": level} for argument, level in levels.items()]
        elif light is not None:
            raise ValueError("expected a light in each of the claims, found one beside them")
        self._scene = _given(
            claims=claims, name=name, reason=reason, priority=priority, onUserChange=on_user_change,
            fadeMilliseconds=_milliseconds(fade), expiresMilliseconds=_milliseconds(expires),
        )
        self._on_event = on_event
        self._is_best_effort = best_effort
        self._is_open = False
        self._reset()

    def _begin(self) -> None:
        if self._is_open:
            raise RuntimeError("the hold is open already")
        self._reset()
        self._is_open = True

    def _check_open(self) -> None:
        if not self._is_open:
            raise RuntimeError("the hold is not open")

    def _reset(self) -> None:
        self.event: Event | None = None
        self._unread: Deque[Event] = collections.deque(maxlen=_KEPT_EVENTS)
        self._is_over = False
        self._error: BaseException | None = None

    def _tell(self, event: Event) -> None:
        self.event = event
        self._unread.append(event)
        self._wake()
        if self._on_event:
            self._on_event(event)

    def _finish(self, error: BaseException | None) -> None:
        self._error = error
        self._is_over = True
        self._wake()

    def _wake(self) -> None:
        raise NotImplementedError

    def _raise_error(self) -> None:
        if self._error:
            raise self._error


class Hold(_Hold):
    """Holds a light, or without a name every screen, in a `with` block. "panel", "monitor" and "keyboard" name kinds.

    One of `percent`, `at_most`, `at_least` and `scaled` says what is held, in percent. For several lights, `claims` is a
    list of claims as in io.brightnessd(7). `name` and `reason` are for people. `priority` is low, normal or high;
    `on_user_change` is yield, rebase or cancel; `fade` and `expires` are in seconds. `fade` is for the way to the level: the
    return is never faded. With `best_effort` the block also runs without a daemon, or without the right to change lights.
    Without a daemon the first event is disconnected, and the hold begins when one has started.

    The block begins when the lights show the level. When the daemon has ended, the next one holds again, for what is left of
    `expires`, and waits for a light that is not there yet; not when the user has cancelled the hold, and not when it has
    expired. `event` is the newest event. Iteration yields all of them, waits for more, and ends with the hold; of events
    that are not read, the newest 256 are kept. `on_event` is called with each one, in a thread of the hold, and `close` waits
    until it returns; an exception in it ends the hold. The error that ended a hold is raised by the iteration and at the end
    of the block.
    """

    _thread: threading.Thread | None = None

    def open(self) -> None:
        """Does what the beginning of a `with` block does."""
        self._begin()
        self._sockets = _Sockets()
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="brightnessd hold", daemon=True)
        self._thread.start()
        try:
            with self._news:
                self._news.wait_for(lambda: self.event or self._is_over)
        except BaseException:
            self.close()
            raise
        if self._error and not self.event:
            self.close()
            self._raise_error()

    def close(self) -> None:
        """Ends the hold, as the end of a `with` block does."""
        if not self._thread:
            return
        self._sockets.stop()
        if threading.current_thread() is not self._thread:
            self._thread.join()
            self._is_open = False

    def __enter__(self) -> Hold:
        self.open()
        return self

    def __exit__(self, kind: Type[BaseException] | None, *_: object) -> None:
        self.close()
        if not kind:
            self._raise_error()

    def __iter__(self) -> Iterator[Event]:
        self._check_open()
        return self._events()

    def _events(self) -> Iterator[Event]:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._unread or self._is_over)
                event = self._unread.popleft() if self._unread else None
            if not event:
                return self._raise_error()
            yield event

    def _wake(self) -> None:
        with self._news:
            self._news.notify_all()

    def _run(self) -> None:
        error: BaseException | None = None
        try:
            _finished(_Follower(self._sockets, self._scene, self._tell, self._is_best_effort).run())
        except _Stopped:
            pass
        except BaseException as found:
            error = found
        self._sockets.disconnect()
        with self._news:
            self._finish(error)
            # A `close` within `on_event` cannot wait for this thread.
            if self._sockets.is_stopped.is_set():
                self._is_open = False


class AsyncHold(_Hold):
    """`Hold` for asyncio, with `async with` and `async for`. `on_event` is called in the event loop."""

    async def __aenter__(self) -> AsyncHold:
        import asyncio

        self._begin()
        self._news = asyncio.Event()
        self._task = asyncio.ensure_future(self._run())
        try:
            while not self.event and not self._is_over:
                await self._more()
        except BaseException:
            await self._close()
            raise
        if self._error and not self.event:
            await self._close()
            self._raise_error()
        return self

    async def __aexit__(self, kind: Type[BaseException] | None, *_: object) -> None:
        await self._close()
        if not kind:
            self._raise_error()

    def __aiter__(self) -> AsyncHold:
        self._check_open()
        return self

    async def __anext__(self) -> Event:
        while not self._unread and not self._is_over:
            await self._more()
        if self._unread:
            return self._unread.popleft()
        self._raise_error()
        raise StopAsyncIteration

    async def _close(self) -> None:
        import asyncio

        self._task.cancel()
        await asyncio.wait([self._task])
        self._is_open = False

    async def _more(self) -> None:
        self._news.clear()
        await self._news.wait()

    def _wake(self) -> None:
        self._news.set()

    async def _run(self) -> None:
        import asyncio

        streams = _Streams()
        error: BaseException | None = None
        try:
            await _Follower(streams, self._scene, self._tell, self._is_best_effort).run()
        except asyncio.CancelledError:
            pass
        except BaseException as found:
            error = found
        streams.disconnect()
        self._finish(error)


hold = Hold
ahold = AsyncHold


class _Stopped(Exception):
    """The hold was closed."""


class _Closed(Exception):
    """The daemon closed the connection."""


class _Expired(Exception):
    """The time of the hold is up."""


class _Sockets:
    """Connections for callers without asyncio, one at a time. No method suspends, so that `_finished` can run its callers."""

    def __init__(self) -> None:
        self._process = os.getpid()
        self.is_stopped = threading.Event()
        self._lock = threading.Lock()
        self._socket = socket.socket(socket.AF_UNIX)

    async def connect(self, path: str, patience: float) -> None:
        with self._lock:
            self._socket.close()
            if self.is_stopped.is_set():
                raise _Stopped
            self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(patience)
        self._socket.connect(path)

    async def send(self, message: bytes) -> None:
        self._socket.sendall(message)

    async def receive(self, patience: float | None) -> bytes:
        try:
            self._socket.settimeout(patience)
            return self._socket.recv(1 << 16)
        finally:
            if self.is_stopped.is_set():
                raise _Stopped

    async def pause(self, seconds: float) -> None:
        if self.is_stopped.wait(seconds):
            raise _Stopped

    def disconnect(self) -> None:
        with self._lock:
            self._socket.close()

    def stop(self) -> None:
        """Ends whatever another thread does here."""
        if os.getpid() != self._process:
            # A child of os.fork() shares the connection, which its parent still needs. It does not
            # have the thread that may hold the lock.
            self._socket.close()
            return
        self.is_stopped.set()
        with self._lock, contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)


class _Streams:
    """Connections for asyncio, one at a time."""

    def __init__(self) -> None:
        # Imported only where it is used: it takes longer than all the rest.
        import asyncio

        self._asyncio = asyncio
        self._writer: asyncio.StreamWriter | None = None

    async def connect(self, path: str, patience: float) -> None:
        self.disconnect()
        opening = self._asyncio.open_unix_connection(path)
        self._reader, self._writer = await self._within(patience, opening)

    async def send(self, message: bytes) -> None:
        if self._writer:
            self._writer.write(message)
            await self._writer.drain()

    async def receive(self, patience: float | None) -> bytes:
        return await self._within(patience, self._reader.read(1 << 16))

    async def pause(self, seconds: float) -> None:
        await self._asyncio.sleep(seconds)

    def disconnect(self) -> None:
        if self._writer:
            self._writer.close()

    async def _within(self, patience: float | None, work: Coroutine[Any, Any, Result]) -> Result:
        # `asyncio.wait_for` before Python 3.12 ignores a cancellation that comes together with the
        # result.
        task = self._asyncio.ensure_future(work)
        try:
            await self._asyncio.wait([task], timeout=patience)
            if not task.done():
                raise socket.timeout
            return task.result()
        finally:
            task.cancel()


def _finished(work: Coroutine[Any, Any, Result]) -> Result:
    """Runs a coroutine that awaits nothing but `_Sockets`, and so ends without being suspended."""
    try:
        work.send(None)
    except StopIteration as done:
        result: Result = done.value
        return result
    raise AssertionError("it was suspended")


class _Daemon:
    """A connection to the daemon, with one call at a time."""

    def __init__(self, connections: _Sockets | _Streams) -> None:
        self._connections = connections
        self._received = b""
        self._method = ""
        # When it was last heard, on the clock of its age.
        self.heard = 0.0

    async def connect(self, patience: float = _PATIENCE) -> None:
        path = socket_path()
        try:
            await self._connections.connect(path, patience)
        except OSError as error:
            reason = "no reply" if isinstance(error, socket.timeout) else error.strerror or error
            raise Unreachable(f"cannot connect to '{path}': {reason}") from error

    async def call(self, method: str, parameters: Dict[str, Any], more: bool = False) -> None:
        self._method = method
        message = {"method": f"io.brightnessd.{method}", "parameters": parameters, **_given(more=more or None)}
        text = json.dumps(message, allow_nan=False)
        # A connection that ends here is noticed by `reply`.
        with contextlib.suppress(OSError):
            await self._connections.send(text.encode() + b"\0")

    async def reply(self, patience: float | None) -> Dict[str, Any]:
        """The parameters of the next reply."""
        while b"\0" not in self._received:
            try:
                data = await self._connections.receive(patience)
            except socket.timeout:
                raise Unreachable(f"cannot call '{self._method}': no reply within {patience:g} seconds") from None
            except OSError:
                data = b""
            if not data:
                raise _Closed
            self._received += data
        text, self._received = self._received.split(b"\0", 1)
        self.heard = _now()
        reply = json.loads(text)
        parameters = reply.get("parameters") or {}
        if name := reply.get("error"):
            raise _REFUSALS.get(name.rpartition(".")[2], Refusal)(name, parameters)
        return parameters


_REFUSALS = {kind.__name__: kind for kind in Refusal.__subclasses__()}


def _now() -> float:
    """The clock of the daemon's age, which also runs while the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


async def _call(connections: _Sockets | _Streams, method: str, parameters: Dict[str, Any]) -> Dict[str, Any]:
    daemon = _Daemon(connections)
    try:
        await daemon.connect()
        await daemon.call(method, parameters)
        return await daemon.reply(_patience(parameters))
    except _Closed:
        raise Unreachable(f"cannot call '{method}': the daemon closed the connection") from None
    finally:
        connections.disconnect()


class _Follower:
    """Holds a scene, with one daemon after another, and tells its events up to the last one."""

    def __init__(
        self, connections: _Sockets | _Streams, scene: Dict[str, Any], tell: Callable[[Event], None], is_best_effort: bool,
    ) -> None:
        self._connections = connections
        self._is_best_effort = is_best_effort
        self._scene = scene
        self._tell = tell
        # When a daemon last replied about the scene, and when that expires, on the clock of the
        # daemon's age.
        self._heard: float | None = None
        self._deadline: float | None = None

    async def run(self) -> None:
        try:
            daemon = await self._first_daemon()
            while not await self._hold(daemon):
                daemon = await _next_daemon(self._connections, self._heard, self._remaining)
        except _Expired:
            self._tell(Event("expired", None))
        except (Unreachable, Lost, PermissionDenied):
            if not self._is_best_effort:
                raise

    async def _first_daemon(self) -> _Daemon:
        daemon = _Daemon(self._connections)
        try:
            await daemon.connect()
        except Unreachable:
            if not self._is_best_effort:
                raise
            self._tell(Event("disconnected", None))
            return await _next_daemon(self._connections)
        return daemon

    async def _hold(self, daemon: _Daemon) -> bool:
        """Holds with a daemon, and says whether the scene has ended rather than the daemon."""
        is_held = False
        while True:
            try:
                await daemon.call("Sessions.Hold", {"scene": self._remaining_scene()}, more=True)
                while True:
                    # Once it was held, the hold waits as long as it takes.
                    event = await self._event(daemon, _patience(self._scene) if self._heard is None else None)
                    is_held = True
                    self._tell(event)
                    if event.name in _LAST_EVENTS:
                        return True
            except _Closed:
                if self._heard is None:
                    raise Unreachable("cannot call 'Sessions.Hold': the daemon closed the connection") from None
                if is_held:
                    self._tell(Event("disconnected", None))
                return False
            except (InvalidClaim, NoSuchLight) as refusal:
                # A daemon that has just started may not have found the light yet.
                if self._heard is None or refusal.parameters.get("field", "light") != "light":
                    raise
                self._heard = daemon.heard
            await self._connections.pause(min(_RETRY_PAUSE, self._remaining()))

    async def _event(self, daemon: _Daemon, patience: float | None) -> Event:
        reply = await daemon.reply(patience)
        if self._heard is None and "expiresMilliseconds" in self._scene:
            self._deadline = daemon.heard + self._scene["expiresMilliseconds"] / 1000
        self._heard = daemon.heard
        return Event(reply["event"], reply.get("light"))

    def _remaining_scene(self) -> Dict[str, Any]:
        remaining = self._remaining()
        return self._scene if self._deadline is None else {**self._scene, "expiresMilliseconds": max(1, round(remaining * 1000))}

    def _remaining(self) -> float:
        """Seconds until the scene expires."""
        if self._deadline is None:
            return math.inf
        remaining = self._deadline - _now()
        if remaining <= 0:
            raise _Expired
        return remaining


def _unlimited() -> float:
    return math.inf


async def _next_daemon(
    connections: _Sockets | _Streams, heard: float | None = None, remaining: Callable[[], float] = _unlimited,
) -> _Daemon:
    """Waits for a daemon that started after the former one was heard: the same one has closed the connection on purpose."""
    pause = _SHORTEST_PAUSE
    while True:
        daemon = _Daemon(connections)
        try:
            await daemon.connect(min(_PATIENCE, remaining()))
            await daemon.call("Health.Report", {})
            age = (await daemon.reply(min(_PATIENCE, remaining()))).get("ageMilliseconds")
        except (Unreachable, _Closed):
            await connections.pause(min(pause, remaining()))
            pause = min(2 * pause, _LONGEST_PAUSE)
            continue
        # Older daemons do not report their age.
        if heard is not None and age is not None and daemon.heard - age / 1000 <= heard:
            raise Lost("the daemon closed the connection of the hold, and goes on without it")
        return daemon


class _Watcher:
    """Follows lights, with one daemon after another."""

    def __init__(self, connections: _Sockets | _Streams, parameters: Dict[str, Any]) -> None:
        self._connections = connections
        self._parameters = parameters
        self._daemon: _Daemon | None = None
        self._has_replied = False

    async def next(self) -> Change:
        if not self._daemon:
            self._daemon = _Daemon(self._connections)
            await self._daemon.connect()
            await self._daemon.call("Lights.Watch", self._parameters, more=True)
        while True:
            try:
                reply = await self._daemon.reply(None if self._has_replied else _PATIENCE)
                self._has_replied = True
                return Change(reply["light"], reply["cause"], reply.get("pid"))
            except _Closed:
                self._daemon = await _next_daemon(self._connections)
            except NoSuchLight:
                # A daemon that has just started may not have found the light yet.
                if not self._has_replied:
                    raise
                await self._connections.pause(_RETRY_PAUSE)
            await self._daemon.call("Lights.Watch", self._parameters, more=True)

    def close(self) -> None:
        self._connections.disconnect()


def _setting(
    light: str | None, percent: float | None, change: float | None, raw: int | None, change_raw: int | None,
    fade: float | None, allow_off: bool,
) -> Dict[str, Any]:
    named = _given(light=_name(light))
    given = _one(percent=percent, change=change, raw=raw, change_raw=change_raw)
    level = {_LEVELS[name]: value for name, value in given.items()}
    return {**named, **_given(level=level, fadeMilliseconds=_milliseconds(fade), allowOff=allow_off or None)}


def _lights_set(reply: Dict[str, Any]) -> LightsSet:
    # Older daemons do not say what they left out.
    return LightsSet(reply["lights"], reply.get("leftOut", []))


def _name(light: str | None) -> str | None:
    if light is not None and not isinstance(light, str):
        raise TypeError(f"a light's name is text, found {light!r}")
    return light


def _given(**fields: Any) -> Dict[str, Any]:
    """The fields that are given: an absent one takes its default in the daemon."""
    return {name: value for name, value in fields.items() if value is not None}


def _one(**choices: Any) -> Dict[str, Any]:
    given = _given(**choices)
    if len(given) != 1:
        raise ValueError(f"expected one of {', '.join(choices)}, found {', '.join(given) or 'none'}")
    return given


def _milliseconds(seconds: float | None) -> int | None:
    if seconds is None:
        return None
    if not math.isfinite(seconds):
        raise ValueError(f"expected a number of seconds, found {seconds}")
    return round(seconds * 1000)


def _patience(parameters: Dict[str, Any]) -> float:
    fade: int = parameters.get("fadeMilliseconds", 0)
    return _PATIENCE + fade / 1000
