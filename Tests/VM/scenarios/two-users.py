"""Two users at one seat: the active one may hold, and the hold of the other one is suspended until that user is active again."""

from vm import Holder, Light, activate_session, log_in, run, wait_for_state


def is_refused(user):
    return Holder(30, user=user).first_event == "org.varlink.service.PermissionDenied"


panel = Light.add()
log_in("tester", 1)
first = Holder(80, user="tester")
panel.wait_for(800)
assert is_refused("other"), "a user who is not at the seat may hold"

log_in("other", 2)
panel.wait_for(600)
assert is_refused("tester"), "an inactive user may hold"
second = Holder(30, user="other")
panel.wait_for(300)
second.kill()
panel.wait_for(600)
activate_session("tester")
panel.wait_for(800)
activate_session("other")
panel.wait_for(600)
activate_session("tester")
panel.wait_for(800)
killed = first.kill()

print(f"base {panel.milliseconds_to(600, killed)} after the death of the last")
run("systemctl", "stop", "login-tester", "login-other")
wait_for_state(panel, "free")
panel.remove()
