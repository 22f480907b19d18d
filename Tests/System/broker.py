"""The broker mosquitto on the loopback interface, a bridge that is configured for it, and another machine that holds the panel through both.

The rights at the broker are those of the access list that is installed as an example.
"""

import os
import subprocess
from contextlib import contextmanager

from service import TIMEOUT, run, systemctl

BRIDGE = "brightnessd-mqtt.service"
CONFIGURATION = "/etc/brightnessd-mqtt.conf"
PASSWORD = "/etc/credstore/brightnessd-mqtt.password"
DEVICE, CONTROLLER = "sign-7", "guard"
DOCUMENT = '{"scene":{"name":"alarm","claims":[{"rule":"exactly","percent":80}]},"leaseMilliseconds":60000,"graceMilliseconds":0}'


def start_broker(prefix):
    """Starts mosquitto with the access list of an installation below a prefix."""
    lines = [
        "listener 1883 127.0.0.1", "allow_anonymous false", "password_file /etc/mosquitto/passwords",
        f"acl_file {prefix}/share/doc/brightnessd-mqtt/examples/brightnessd.acl",
    ]
    write("/etc/mosquitto/mosquitto.conf", "\n".join(lines))
    run("mosquitto_passwd", "-c", "-b", "/etc/mosquitto/passwords", DEVICE, DEVICE)
    run("mosquitto_passwd", "-b", "/etc/mosquitto/passwords", CONTROLLER, CONTROLLER)
    run("chown", "mosquitto:", "/etc/mosquitto/passwords")
    systemctl("restart", "mosquitto.service")


def configure():
    """Writes what an administrator writes, and starts the bridge."""
    write(CONFIGURATION, f"[Broker]\nHost=127.0.0.1\nTLS=no\n[Fleet]\nDevice={DEVICE}\nGroups=lobby\n")
    os.makedirs(os.path.dirname(PASSWORD), mode=0o700, exist_ok=True)
    write(PASSWORD, DEVICE)
    systemctl("start", BRIDGE)


def write(path, text):
    with open(path, "w") as file:
        file.write(text + "\n")


def client(program, *words):
    return [program, "-h", "127.0.0.1", "-u", CONTROLLER, "-P", CONTROLLER, "-V", "5", "-q", "1", *words]


def wait_for_message(topic, wanted):
    """Waits until a message with a text is on a topic, or was kept there."""
    words = client("mosquitto_sub", "-W", str(TIMEOUT), "-t", f"brightnessd/device/{DEVICE}/{topic}")
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as reader:
        found = next((line for line in reader.stdout if wanted in line), None)
        reader.kill()
    assert found, f"no '{wanted}' on {topic}"


class Controller:
    """Another machine; its last will ends its holds."""

    def __init__(self, session="1"):
        place, will = f"to/lobby/hold/{CONTROLLER}/{session}", f"session/{CONTROLLER}/{session}"
        words = ["-l", "-t", f"brightnessd/{place}", "--will-topic", f"brightnessd/{will}", "--will-payload", "lost", "--will-qos", "1"]
        self.process = subprocess.Popen(client("mosquitto_pub", *words), stdin=subprocess.PIPE, text=True)

    def send_document(self):
        self.process.stdin.write(DOCUMENT + "\n")
        self.process.stdin.flush()

    def kill(self):
        self.process.kill()
        self.process.communicate()


@contextmanager
def holding(writes):
    """A controller that holds the panel."""
    controller = Controller()
    try:
        wait_for_message("status", "online")
        controller.send_document()
        writes.wait_for(800)
        yield controller
    finally:
        controller.kill()
