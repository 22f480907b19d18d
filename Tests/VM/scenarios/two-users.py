"""Two people on one seat: the lights are held by who sits at the machine, and whoever has left it comes back to theirs."""

from vm import Holder, Light, come_to_the_front, log_in, run


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
