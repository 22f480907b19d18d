"""The daemon is killed: sessions survive, and the next daemon ends a session whose client died meanwhile."""

from vm import Holder, Light, kill_daemon, wait_for_next_daemon, wait_for_state

panel = Light.add()
holder = Holder(80)
panel.wait_for(800)

_, first = kill_daemon()
wait_for_next_daemon(first)
wait_for_state(panel, "held")
levels = {write.requested for write in panel.writes}
killed, second = kill_daemon()
holder.kill()
after = panel.milliseconds_to(600, killed)

assert levels == {800}, panel.writes
print(f"the session survived, base {after} after the death of both")
wait_for_next_daemon(second)
wait_for_state(panel, "free")
panel.remove()
