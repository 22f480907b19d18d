"""The end of a hold by `PopFrom` restores the exact raw level that the user has set."""

import client
from vm import Light, now, run, wait_for_state

panel = Light.add(max=937, level=400)
run("brightness", "set", "37%", "panel0")
chosen = panel.level
holder = client.Client()

scene = holder.appear(100)
held = panel.shown
ended = now()
holder.call("Sessions.PopFrom", scene=scene)

assert (held, panel.shown) == (937, chosen), (held, panel.shown, chosen)
print(f"base {panel.milliseconds_to(chosen, ended)} after the end")
holder.close()
wait_for_state(panel, "free")
panel.remove()
