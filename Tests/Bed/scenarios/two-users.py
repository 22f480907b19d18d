"""Two people on one seat: who sits at the machine may hold its lights, and the other may from the moment when they do."""

from bed import Holder, Light, log_in, run


def is_refused(user):
    return Holder(30, user=user).first == "org.varlink.service.PermissionDenied"


panel = Light.made()
log_in("tester", 1)
first = Holder(80, user="tester")
panel.wait_for(800)
assert is_refused("other"), "who does not sit at the machine holds its lights"

log_in("other", 2)
assert is_refused("tester"), "who has left the machine holds its lights"
second = Holder(30, user="other")
panel.wait_for(300)
second.kill()
panel.wait_for(800)
moment = first.kill()

print(f"base {panel.milliseconds_to(600, moment)} after the death of the last")
run("systemctl", "stop", "login-tester", "login-other")
panel.remove()
