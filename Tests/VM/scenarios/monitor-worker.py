"""The worker as the package installs it: every kind of bus, what it never touches, what it does when a bus hangs."""

import errno
import fcntl
import os
import signal

import service
from cases import case, run_cases
from monitors import Card, Monitor, Worker, assert_harmless, assert_silence, bus_of, clear_messages, dpms, gaps, make_edid, messages
from monitors import milliseconds, wait_for_hanging_worker, workers
from vm import control, read, wait_until, write

EVENTS = "/sys/kernel/debug/tracing"
ENXIO = os.strerror(errno.ENXIO)

service.systemctl("start", "brightnessd-ddc.socket")


def read_and_set(connector, monitor):
    worker = Worker(connector)
    assert worker.named == "done", worker.named
    assert worker.read(monitor) == "40 of 100"
    assert worker.set(monitor, 70) == "done"
    assert (monitor.level, monitor.sets) == (70, [70]), monitor.messages
    assert worker.read(monitor) == "70 of 100"
    worker.close()


@case
def displayport():
    connector = Card("DP").connectors[0]
    read_and_set(connector, Monitor("m0", connector))
    assert_harmless()
    assert [message.kind for message in messages()] == ["get", "reply", "set", "get", "reply"], messages()
    assert min(gaps(messages())) >= 40, gaps(messages())


@case
def hdmi():
    connector = Card("DP", "HDMI-A").connectors[1]
    read_and_set(connector, Monitor("m0", connector))
    assert_harmless()


@case
def nvidia():
    """Finds the bus by its EDID among the driver's, without a look at other buses of the card, and does without I2C_RDWR."""
    connectors = Card("bus:SMBus_PIIX4", "bus:AMDGPU_SMU_0", "HDMI-A:nvidia", "DP:nvidia", "DP:nvidia").connectors
    Monitor("m0", connectors[0])
    read_and_set(connectors[1], Monitor("m1", connectors[1]))
    buses = {message.bus for message in messages()}
    assert buses == {name.split("-", 1)[1] for name in connectors}, messages()
    assert {message.result for message in messages() if "refused" in message.marks} == {-errno.EINVAL}, messages()
    assert {message.kind for message in messages() if message.monitor == "m0"} <= {"0x50 read", "0x50 write"}, messages()


@case
def smbus():
    """The kernel's own events show that nothing else on any bus was touched."""
    for group in ("i2c", "smbus"):
        write(f"{EVENTS}/events/{group}/enable", 1)
    write(f"{EVENTS}/trace", "")
    connector = Card("DP").connectors[0]
    read_and_set(connector, Monitor("m0", connector))
    lines = [line for line in read(f"{EVENTS}/trace").splitlines() if not line.startswith("#")]
    for group in ("i2c", "smbus"):
        write(f"{EVENTS}/events/{group}/enable", 0)
    own = f" i2c-{bus_of(connector)} "
    assert lines and all(own in line and ("_result:" in line or " a=037 " in line) for line in lines), lines


@case
def bound_driver():
    connector = Card("DP").connectors[0]
    monitor = Monitor("m0", connector)
    worker = Worker(connector)
    device = f"/sys/bus/i2c/devices/i2c-{bus_of(connector)}"
    write(f"{device}/new_device", "dummy 0x37")
    refusals = worker.read(monitor), worker.set(monitor, 70), Worker(connector).named
    write(f"{device}/delete_device", "0x37")
    assert refusals == ("no monitor",) * 3, refusals
    assert_silence()


@case
def asleep():
    connector = Card("DP").connectors[0]
    monitor = Monitor("m0", connector)
    worker = Worker(connector)
    for mode in ("Standby", "Suspend", "Off", "disabled"):
        dpms(connector, mode)
        assert (worker.read(monitor), worker.set(monitor, 70)) == ("asleep", "asleep"), mode
    assert_silence()
    dpms(connector, "On")
    assert worker.read(monitor) == "40 of 100"
    assert_harmless()


@case
def other_monitor():
    """Another one took the place: it gets no message."""
    connector = Card("DP").connectors[0]
    first = Monitor("m0", connector)
    worker = Worker(connector)
    first.unplug()
    assert worker.set(first, 70) == "no monitor"
    Monitor("m1", connector)
    assert worker.set(first, 70) == "another monitor"
    assert_silence()


@case
def two_workers():
    """Two workers of one bus: each has its reply before the other sends its request."""
    connector = Card("DP").connectors[0]
    monitor = Monitor("m0", connector)
    both = [Worker(connector), Worker(connector)]
    for _ in range(5):
        for worker in both:
            worker.send_read(monitor)
        assert [worker.receive() for worker in both] == ["40 of 100"] * 2
    assert [message.kind for message in messages()] == ["get", "reply"] * 10, messages()


@case
def hurried():
    """A monitor that locks up below 35 ms, or at other requests."""
    connector = Card("DP").connectors[0]
    monitor = Monitor("m0", connector, shortest_gap_ms=35, trap_other=1)
    worker = Worker(connector)
    for level in range(10, 15):
        assert (worker.read(monitor), worker.set(monitor, level)) == (f"{40 if level == 10 else level - 1} of 100", "done"), level
    assert monitor.get("locked") == 0, monitor.messages
    assert_harmless()


@case
def lock_of_another():
    """Waits while another program has locked the bus, and reports it after three seconds."""
    connector = Card("DP").connectors[0]
    monitor = Monitor("m0", connector)
    worker = Worker(connector)
    file = os.open(f"/dev/i2c-{bus_of(connector)}", os.O_RDWR)
    fcntl.flock(file, fcntl.LOCK_EX)
    waited, reply = milliseconds(lambda: worker.read(monitor))
    assert reply == "locked" and waited >= 3000, (reply, waited)
    assert_silence()
    worker.send_read(monitor)
    os.close(file)
    assert worker.receive() == "40 of 100"


@case
def unplugged_during_a_reply():
    """The kernel removes the bus at once: the worker has it open for an exchange alone."""
    card = Card("DP")
    connector = card.connectors[0]
    monitor = Monitor("m0", connector, reply_delay_ms=30000)
    worker = Worker(connector)
    worker.send_read(monitor)
    wait_for_hanging_worker()
    waited, _ = milliseconds(card.remove)
    assert worker.receive() == f"refused {ENXIO}"
    assert waited < 2000, waited
    return f"removed in {waited:.0f} ms"


@case
def idle_worker():
    """Holds no bus open between two exchanges."""
    card = Card("DP")
    monitor = Monitor("m0", card.connectors[0])
    worker = Worker(card.connectors[0])
    assert worker.read(monitor) == "40 of 100"
    control(f"unplug {monitor.name}")
    waited, _ = milliseconds(card.remove)
    assert worker.read(monitor) == "no monitor"
    assert waited < 2000, waited
    return f"removed in {waited:.0f} ms"


@case
def killed_while_it_hangs():
    """A worker in an uninterruptible call delays neither another monitor nor the next worker's first reply."""
    first, second = Card("DP", "DP").connectors
    hanging, quick = Monitor("m0", first, reply_delay_ms=30000), Monitor("m1", second)
    worker = Worker(first)
    worker.send_read(hanging)
    process = wait_for_hanging_worker()
    os.kill(process, signal.SIGKILL)
    other = Worker(second)
    waited, reply = milliseconds(lambda: other.read(quick))
    assert reply == "40 of 100" and waited < 2000, (reply, waited)
    successor = Worker(first)
    assert (successor.named, successor.read(hanging)) == ("done", "locked")
    hanging.unplug()
    wait_until(lambda: process not in workers(), lambda: f"the killed worker ends: {workers()}")
    hanging.set("reply_delay_ms", 0)
    hanging.plug(first)
    assert successor.read(hanging) == "40 of 100"
    return f"the other monitor in {waited:.0f} ms"


run_cases()
