"""Replies of every distorted shape are read over, asked for again, or refused with a reason; the level stays what it is."""

import errno
import os

import service
from cases import case, run_cases
from monitors import Card, Monitor, Worker, assert_harmless, clear_messages, messages

service.systemctl("start", "brightnessd-ddc.socket")


monitor = Monitor("m0", Card("DP").connectors[0])
other = Monitor("m1", Card("DP").connectors[0], maximum=7000, level=6000)
worker, other_worker = Worker(monitor.connector), Worker(other.connector)


def clean():
    monitor.heal()
    clear_messages()


def expect(reply, requests, **knobs):
    """The worker's reply about a monitor with these faults, and the number of requests that it takes."""
    for knob, value in knobs.items():
        monitor.set(knob, value)
    found = worker.read(monitor), sum(message.kind == "get" for message in messages())
    assert found == (reply, requests), (found, messages())
    assert_harmless()
    assert monitor.level == 40


@case
def doubled_first_byte():
    expect("40 of 100", 1, shape="doubled")


@case
def length_without_flag():
    expect("40 of 100", 1, shape="no flag")


@case
def short_reply():
    expect("damaged", 4, shape="short")


@case
def short_reply_once():
    expect("40 of 100", 2, shape="short", shape_left=1)


@case
def other_feature():
    expect("damaged", 4, shape="other feature")


@case
def missing_first_byte():
    expect("40 of 100", 3, shape="shifted", shape_left=2)


@case
def zeros():
    expect("damaged", 4, shape="zeros")


@case
def ones():
    expect("damaged", 4, shape="ones")


@case
def wrong_checksums():
    expect("40 of 100", 4, wrong_sums=3)


@case
def too_many_wrong_checksums():
    expect("damaged", 4, wrong_sums=9)


@case
def slow_monitor():
    """Is ready 120 ms after a request: the wait grows to that."""
    expect("40 of 100", 3, ready_ms=120)


@case
def null_replies():
    expect("40 of 100", 5, null_replies=4)


@case
def null_replies_alone():
    expect("silent", 5, null_replies=9)


@case
def no_brightness():
    expect("no brightness", 1, shape="unsupported")


@case
def maximum_of_zero():
    expect("no brightness", 1, maximum=0)


@case
def refused_reply():
    expect(f"refused {os.strerror(errno.EIO)}", 1, reply_errno=errno.EIO)


@case
def refused_set():
    monitor.set("fail_errno", errno.EREMOTEIO)
    monitor.set("fail_left", 1)
    assert worker.set(monitor, 70) == f"refused {os.strerror(errno.EREMOTEIO)}"
    assert worker.set(monitor, 70) == "done"
    assert monitor.level == 70


@case
def narrow_and_wide_ranges():
    monitor.set("maximum", 50)
    assert (worker.read(monitor), other_worker.read(other)) == ("40 of 50", "6000 of 7000")


run_cases(clean)
