"""A per-user daemon without rights, while the system's daemon is stopped: logind writes for it while its session is active."""

import os

from vm import Holder, Light, listed, log_in, now, run, session_of, user_systemctl, wait_for_state, wait_until

USER = run("id", "--user", "tester")
REFUSAL = "Session is not in foreground"
os.environ["BRIGHTNESSD_SOCKET"] = f"/run/user/{USER}/brightnessd/io.brightnessd"

run("systemctl", "stop", "brightnessd.service", "brightnessd.socket")
log_in("tester", 1)
user_systemctl("tester", "start", "brightnessd.socket", "brightnessd.service")
panel = Light.add()

first = Holder(80, user="tester")
panel.wait_for(800)
killed = first.kill()
print(f"base {panel.milliseconds_to(600, killed)} after the death of a client,")
assert {write.command for write in panel.writes} == {"(sd-bright)"}, panel.writes

second = Holder(80, user="tester")
panel.wait_for(800)
log_in("other", 2)
second.kill()
wait_for_state(panel, "restoring")
wait_until(lambda: REFUSAL in listed(panel.name).get("reason", ""), lambda: f"the reason is reported: {listed(panel.name)}")
assert panel.shown == 800, panel.writes
switched = now()
run("loginctl", "activate", session_of(USER))
print(f"{panel.milliseconds_to(600, switched)} after the switch back")

wait_for_state(panel, "free")
user_systemctl("tester", "stop", "brightnessd.service", "brightnessd.socket")
run("systemctl", "stop", "login-tester", "login-other")
panel.remove()
run("systemctl", "start", "brightnessd.socket", "brightnessd.service")
