"""A brightness key during a hold: the kernel moves the panel itself, the hold yields, and the person's level stays."""

import client
from vm import Holder, Light, firmware, known, run

panel = Light("acpi_video0")
run("brightness", "set", "50%", "acpi_video0")
holder = Holder(80)
panel.wait_for(16)
sent = firmware("TCNT")

firmware("TDN")
news = holder.event()
base = known("acpi_video0")["baseRaw"]
holder.kill()
client.Client().call("Sessions.Reset")

assert (news, base, panel.shown) == ("yielded", 15, 15), (news, base, panel.shown)
assert firmware("TCNT") == sent + 1, "the panel was moved twice"
print("moved once, by the kernel, and left there")
