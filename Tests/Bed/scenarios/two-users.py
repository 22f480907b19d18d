"""Two people on one seat: the lights are held by who sits at the machine, and whoever has left it comes back to theirs."""

import subprocess

from bed import Holder, Light, read, run, wait_until


def log_in(user, terminal):
    """A session at a terminal of the seat, as login makes it, which comes to the front."""
    words = ["--wait", "--pipe", "--collect", "--service-type=exec", f"--unit=login-{user}", f"--property=User={user}"]
    words += ["--property=PAMName=login", f"--property=TTYPath=/dev/tty{terminal}"]
    words += ["--setenv=XDG_SEAT=seat0", f"--setenv=XDG_VTNR={terminal}"]
    subprocess.Popen(["systemd-run", "--quiet", *words, "--", "sleep", "infinity"])
    uid = run("id", "--user", user)
    wait_until(lambda: session_of(uid), lambda: f"{user} has a session")
    come_to_the_front(user)


def come_to_the_front(user):
    uid = run("id", "--user", user)
    run("loginctl", "activate", session_of(uid))
    wait_until(lambda: f"ACTIVE_UID={uid}" in read("/run/systemd/seats/seat0").split(), lambda: f"{user} is active")


def session_of(uid):
    sessions = run("loginctl", "--no-legend", "list-sessions").splitlines()
    return next((words[0] for words in map(str.split, sessions) if words[1] == uid), None)


def is_refused(user):
    return Holder(30, user=user).first == "org.varlink.service.PermissionDenied"


panel = Light.made()
log_in("tester", 1)
first = Holder(80, user="tester")
panel.wait_for(800)
assert is_refused("other"), "who does not sit at the machine holds its lights"

log_in("other", 2)
panel.wait_for(600)
assert is_refused("tester"), "who has left the machine holds its lights"
second = Holder(30, user="other")
panel.wait_for(300)
second.kill()
panel.wait_for(600)
come_to_the_front("tester")
panel.wait_for(800)
come_to_the_front("other")
panel.wait_for(600)
come_to_the_front("tester")
panel.wait_for(800)
moment = first.kill()

print(f"base {panel.milliseconds_to(600, moment)} after the death of the last")
run("systemctl", "stop", "login-tester", "login-other")
panel.remove()
