"""A hold with a goodbye, after a person's choice: the very level returns."""

import client
from vm import Light, now, run

panel = Light.made(max=937, level=400)
run("brightness", "set", "37%", "panel0")
chosen = panel.level
holder = client.Client()

scene = holder.appear(100)
held = panel.shown
moment = now()
holder.call("Sessions.PopFrom", scene=scene)

assert (held, panel.shown) == (937, chosen), (held, panel.shown, chosen)
print(f"base {panel.milliseconds_to(chosen, moment)} after the goodbye")
holder.close()
panel.remove()
