"""Without rights and without the system's daemon: a user's own, for which logind writes, and which waits for its session to be active again."""

import os

from vm import Holder, Light, known, log_in, now, run, session_of, wait_standing, wait_until

USER = run("id", "--user", "tester")
RUNTIME = f"/run/user/{USER}"
REFUSAL = "logind says 'Session is not in foreground"
os.environ["BRIGHTNESSD_SOCKET"] = f"{RUNTIME}/brightnessd/io.brightnessd"


def of_user(verb, *units):
    words = ["setpriv", "--reuid=tester", "--regid=tester", "--init-groups", "env", f"XDG_RUNTIME_DIR={RUNTIME}"]
    run(*words, "systemctl", "--user", verb, *units)


run("systemctl", "stop", "brightnessd.service", "brightnessd.socket")
log_in("tester", 1)
of_user("start", "brightnessd.socket", "brightnessd.service")
panel = Light.made()

first = Holder(80, user="tester")
panel.wait_for(800)
moment = first.kill()
print(f"base {panel.milliseconds_to(600, moment)} after the death of a client,")
assert {write.command for write in panel.writes} == {"(sd-bright)"}, panel.writes

second = Holder(80, user="tester")
panel.wait_for(800)
log_in("other", 2)
second.kill()
wait_standing(panel, "restoring")
wait_until(lambda: REFUSAL in known(panel.name).get("reason", ""), lambda: f"the reason is known: {known(panel.name)}")
assert panel.shown == 800, panel.writes
moment = now()
run("loginctl", "activate", session_of(USER))
print(f"{panel.milliseconds_to(600, moment)} after the switch back")

of_user("stop", "brightnessd.service", "brightnessd.socket")
run("systemctl", "stop", "login-tester", "login-other")
panel.remove()
run("systemctl", "start", "brightnessd.socket", "brightnessd.service")
