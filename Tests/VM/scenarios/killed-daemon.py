"""The daemon is killed: sessions live on, and one that ends meanwhile is ended by the next daemon."""

from vm import Holder, Light, kill_daemon, wait_another, wait_standing

panel = Light.made()
holder = Holder(80)
panel.wait_for(800)

_, first = kill_daemon()
wait_another(first)
wait_standing(panel, "held")
lived_on = {write.asked for write in panel.writes}
moment, second = kill_daemon()
holder.kill()
after = panel.milliseconds_to(600, moment)

assert lived_on == {800}, panel.writes
print(f"the session lived on, base {after} after the death of both")
wait_another(second)
panel.remove()
