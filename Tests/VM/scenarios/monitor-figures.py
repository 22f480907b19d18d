"""What monitors cost, for `bench monitors`: prints each figure on a line of its own. Not one of the usual scenarios."""

import os
import socket
import statistics
import time

import client
import service
from monitors import Card, bus_of, clear_messages, messages, remove_all, wait_for_hanging_worker, workers
from restores import connect, hold, wait_for_state, wait_listed
from vm import Light, now, read, run, wait_until, write

FLOOR = os.path.join(os.path.dirname(os.path.abspath(__file__)), "floor")
INFO = '{"method":"org.varlink.service.GetInfo"}'
LIST = '{"method":"io.brightnessd.Lights.List"}'
UNITS = "/run/systemd/system"


def figure(name, value):
    # Indented, so that each keeps a line of its own.
    print(f"  figure {name} {value:.3f}", flush=True)


def asked(count, call):
    """The median of the milliseconds of a call."""
    times = run(FLOOR, "ask", client.USUAL_SOCKET, str(count), "", call, "").split()
    return statistics.median(map(int, times)) / 1e6


def restart():
    service.systemctl("restart", "brightnessd.service")
    service.systemctl("reset-failed", "brightnessd.service")


def memory(process):
    return next(int(line.split()[1]) for line in read(f"/proc/{process}/smaps_rollup").splitlines() if line.startswith("Anonymous:"))


def switches(process):
    lines = [line for task in os.listdir(f"/proc/{process}/task") for line in read(f"/proc/{process}/task/{task}/status").splitlines()]
    return sum(int(line.split()[1]) for line in lines if "ctxt_switches" in line)


def panel_claim(percent):
    return {"claims": [{"rule": "exactly", "percent": percent, "light": "backlight/panel0"}]}


def panel_restores(panel, count):
    """The median of the milliseconds from the end of a connection to the written base of the panel."""
    times = []
    for _ in range(count):
        connection = client.Client()
        connection.send("Sessions.Hold", more=True, scene=panel_claim(80))
        connection.receive()
        panel.clear_writes()
        ended = now()
        connection.close()
        panel.wait_for(600)
        times.append((next(write.ns for write in panel.writes if write.kept == 600) - ended) / 1e6)
    return statistics.median(times)


def set_level(monitor, raw):
    """The milliseconds of a call that sets a level."""
    connection, begun = client.Client(), time.monotonic()
    connection.call("Lights.Set", light=monitor.light, level={"raw": raw})
    connection.close()
    return (time.monotonic() - begun) * 1000


def install_floor():
    """A socket whose connections start, in the worker's sandbox, a program that exits at once."""
    unit = read("/usr/lib/systemd/system/brightnessd-ddc@.service")
    unit = unit.replace("ExecPaths=/usr/libexec/brightnessd ", "ExecPaths=/usr/bin/true ").replace("/usr/libexec/brightnessd-ddc", "/usr/bin/true")
    write(f"{UNITS}/floor.socket", "[Socket]\nListenStream=/run/floor\nAccept=yes\n")
    write(f"{UNITS}/floor@.service", unit)
    service.systemctl("daemon-reload")
    service.systemctl("start", "floor.socket")


def service_starts(at_once):
    """The milliseconds in which systemd starts services for connections that come at once."""
    connections, begun = [socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(at_once)], time.monotonic()
    for connection in connections:
        connection.connect("/run/floor")
    for connection in connections:
        connection.recv(1)
    return (time.monotonic() - begun) * 1000


def read_all(monitors):
    """The milliseconds until the levels of all monitors are known, whose workers do not run."""
    connections = [client.Client() for _ in monitors]
    begun = time.monotonic()
    for connection, monitor in zip(connections, monitors):
        connection.send("Lights.Get", light=monitor.light)
    levels = [connection.receive()["light"]["raw"] for connection in connections]
    took = (time.monotonic() - begun) * 1000
    assert levels == [40] * len(monitors), levels
    return took


def deaths(monitor, count):
    """The medians of the milliseconds from a client's death to the written and to the verified base, and the writes of each hold."""
    written, verified, writes = [], [], []
    for _ in range(count):
        clear_messages()
        # The other monitors at the card would have their turns before it.
        killed = hold(monitor, light=monitor.light, clears=False).kill()
        written.append(monitor.milliseconds_to(40, killed))
        wait_for_state(monitor, "free")
        verified.append((monitor.messages[-1].ended - killed) / 1e6)
        writes.append(len(monitor.sets))
    return statistics.median(written), statistics.median(verified), max(writes)


def figures_while_bus_hangs(panel, monitor):
    """What others wait for while a monitor's bus hangs. By turns, since other programs of this machine take time now and then."""
    usual, hanging = [], []
    for _ in range(7):
        usual.append((panel_restores(panel, 9), asked(200, INFO)))
        holder = hold(monitor, light=monitor.light)
        monitor.set("reply_delay_ms", 5000)
        holder.kill()
        worker = wait_for_hanging_worker()
        hanging.append((panel_restores(panel, 9), asked(200, INFO)))
        assert workers().get(worker) == "D", "the bus hung all the time"
        monitor.set("reply_delay_ms", 0)
        wait_for_state(monitor, "free")
    for at, name in enumerate(["panel_restore", "getinfo"]):
        figure(f"{name}_ratio_while_bus_hangs", median(hanging, at) / median(usual, at))


def median(measured, at):
    return statistics.median(times[at] for times in measured)


panel = Light.add()
restart()
panel.wait_listed()
panel_restores(panel, 3)
# The thread of a light ends after ten seconds.
time.sleep(12)
without = memory(service.daemon())

monitors = [connect(connector) for connector in Card("DP", "DP", "DP", "DP").connectors]
clear_messages()
restart()
for monitor in monitors:
    wait_listed(monitor)
figure("list_4_ms", asked(200, LIST))
figure("messages_at_start", len(messages()))
install_floor()
# By turns, since other programs of this machine take time now and then.
reads, starts = [read_all(monitors)], [service_starts(at_once=4)]
for _ in range(4):
    restart()
    for monitor in monitors:
        wait_listed(monitor)
    reads.append(read_all(monitors))
    starts.append(service_starts(at_once=4))
figure("read_all_4_ms", statistics.median(reads))
figure("floor_four_service_starts_ms_p50", statistics.median(starts))
holder = hold(*monitors)
figure("worker_anonymous_kb", max(memory(process) for process in workers()))
holder.kill()
for monitor in monitors:
    wait_for_state(monitor, "free")
time.sleep(30)
wait_until(lambda: not workers(), lambda: f"no worker is left: {workers()}")
time.sleep(11)
figure("workers_after_30_s", len(workers()))
clear_messages()
# The daemon pings systemd's watchdog every 15 s, which no monitor causes: 10 s that begin after a
# ping have none.
pinged = switches(service.daemon())
wait_until(lambda: switches(service.daemon()) != pinged, lambda: "the daemon pings the watchdog")
before = switches(service.daemon())
time.sleep(10)
figure("switches_idle_10s", switches(service.daemon()) - before)
figure("messages_idle_10s", len(messages()))
figure("daemon_extra_anonymous_kb", memory(service.daemon()) - without)

first, second = monitors[:2]
cold = set_level(first, 41)
figure("cold_extra_ms", cold - statistics.median(set_level(first, 42 + at) for at in range(5)))
set_level(first, 40)
figure("floor_service_start_ms_p50", statistics.median(service_starts(at_once=1) for _ in range(9)))

written, verified, writes = deaths(second, 9)
figure("death_to_write_ms_p50", written)
figure("verified_ms_p50", verified)
figure("writes_per_hold", writes)
third = monitors[2]
clear_messages()
hold(third, percent=40, light=third.light, clears=False).kill()
wait_for_state(third, "free")
figure("writes_per_hold_of_shown_level", len(third.sets))
lines = run(FLOOR, "monitor", f"/dev/i2c-{bus_of(second.connector)}", "10", "80", "40").splitlines()
floor = [[int(word) / 1e6 for word in line.split()] for line in lines]
figure("floor_read_write_ms_p50", statistics.median(times[0] for times in floor))
figure("floor_verified_ms_p50", statistics.median(times[1] for times in floor))

figures_while_bus_hangs(panel, first)
remove_all()
panel.remove()
