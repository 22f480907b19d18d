"""Checks the bridge's message of discovery, and the automations of docs/fleet.md, with Home Assistant's own schemas.

The message is Tests/Fixtures/HomeAssistant/payload.json; FleetTests compare it with what the bridge publishes. `Scripts/test-homeassistant`
runs this program. Home Assistant does not run: only its schemas are loaded, and packages that they import and that are not installed
are replaced by objects that do nothing.
"""

import copy
import importlib
import importlib.abc
import importlib.machinery
import json
import os
import re
import sys
import types
from unittest.mock import MagicMock

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMPONENT = "homeassistant.components.mqtt"
PANEL = "backlight--panel"


class Absent(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds every module that nobody else finds, outside the standard library and Home Assistant."""

    def find_spec(self, name, path=None, target=None):
        top = name.split(".")[0]
        if top == "homeassistant" or top in sys.stdlib_module_names or top.startswith("_"):
            return None
        spec = importlib.machinery.ModuleSpec(name, self)
        spec.submodule_search_locations = []
        return spec

    def create_module(self, spec):
        module = types.ModuleType(spec.name)
        module.__path__ = []
        module.__getattr__ = Absent.attribute
        return module

    def exec_module(self, module):
        pass

    @staticmethod
    def attribute(name):
        if name == "__version__":
            return "0"
        if name.startswith("__"):
            raise AttributeError(name)
        # Only a class can be caught.
        return type(name, (Exception,), {}) if name.endswith(("Error", "Exception")) else MagicMock(name=name)


def template(text):
    """In place of Home Assistant's, which needs a running one."""
    jinja2.Environment().parse(text)
    return text


def schemas():
    """The schema of the message, and those of the platforms in it."""
    validation.template = template
    # The package without its own code, which needs a web server.
    package = types.ModuleType(COMPONENT)
    package.__path__ = [f"{homeassistant.__path__[0]}/components/mqtt"]
    sys.modules[COMPONENT] = package
    platforms = {
        name: importlib.import_module(f"{COMPONENT}.{name}").DISCOVERY_SCHEMA
        for name in ("number", "sensor", "binary_sensor")
    }
    return importlib.import_module(f"{COMPONENT}.schemas").DEVICE_DISCOVERY_SCHEMA, platforms


sys.meta_path.append(Absent())
jinja2 = importlib.import_module("jinja2")
yaml = importlib.import_module("yaml")
homeassistant = importlib.import_module("homeassistant")
validation = importlib.import_module("homeassistant.helpers.config_validation")
DEVICE, PLATFORMS = schemas()


def check(message):
    """Raises what Home Assistant reports. A component's key that it would skip in silence is an error, too."""
    checked = DEVICE(copy.deepcopy(message))
    for name, component in checked["components"].items():
        platform = component.pop("platform")
        # Only the platform: the component is removed.
        if not component:
            continue
        skipped = set(component) - set(PLATFORMS[platform](component))
        if skipped:
            raise ValueError(f"{name}: {', '.join(sorted(skipped))} is not used")


def changed(*path, **values):
    return lambda message: at(message, path).update(values)


def without(key, *path):
    return lambda message: at(message, path).pop(key)


def at(message, path):
    for key in path:
        message = message[key]
    return message


NUMBER, SHOWN, HELD = (("components", PANEL + suffix) for suffix in ("", ".shown", ".held"))
MUTATIONS = {
    "no origin": without("origin"),
    "no components": without("components"),
    "no identifiers": without("identifiers", "device"),
    "no unique_id": without("unique_id", *NUMBER),
    "no command_topic": without("command_topic", *NUMBER),
    "no state_topic": without("state_topic", *SHOWN),
    "an unknown key": changed(colour="red"),
    "an unknown key of a component": changed(*NUMBER, colour="red"),
    "a wildcard in command_topic": changed(*NUMBER, command_topic="a/+/b"),
    "a minimum above the maximum": changed(*NUMBER, min=101),
    "an unknown mode": changed(*NUMBER, mode="dial"),
    "an unknown availability_mode": changed(*NUMBER, availability_mode="some"),
    "an unknown state_class": changed(*SHOWN, state_class="level"),
    "an unknown entity_category": changed(*HELD, entity_category="x"),
    "a template that ends too early": changed(*NUMBER, value_template="{{ value_json.base"),
}

# What a message on the light's topic says, and what becomes of it: the number, the two sensors, and
# whether they are available.
LIGHT = {"base": 50.0, "level": 50.0, "state": "free"}
VALUES = [
    ({}, ("50", "50.0", "OFF", "online")),
    ({"base": 40.4, "level": 40.4}, ("40", "40.4", "OFF", "online")),
    ({"state": "held", "level": 100.0}, ("50", "100.0", "ON", "online")),
    ({"base": 0.0, "level": 0.0}, ("5", "0.0", "OFF", "online")),
    ({"state": "unread", "base": 0.0, "level": 0.0}, ("None", "None", "OFF", "online")),
    ({"state": "unavailable"}, ("50", "50.0", "OFF", "offline")),
    # The light is gone, and its message empty.
    (None, ("None", "None", "OFF", "offline")),
]


def rendered(message, light):
    parts = [at(message, path) for path in (NUMBER, SHOWN, HELD)]
    texts = [part["value_template"] for part in parts] + [parts[0]["availability"][1]["value_template"]]
    variables = {"value": ""} if light is None else {"value": json.dumps(light), "value_json": light}
    environment = jinja2.Environment(undefined=jinja2.StrictUndefined)
    return tuple(environment.from_string(text).render(variables) for text in texts)


def check_automations():
    """Raises what Home Assistant reports of the page's automations, and returns their number."""
    # It would report that there is none to run templates.
    importlib.import_module("homeassistant.helpers.frame").report_usage = lambda *arguments, **options: None
    schema = importlib.import_module("homeassistant.components.automation.config").PLATFORM_SCHEMA
    with open(f"{ROOT}/docs/fleet.md", encoding="utf-8") as page:
        block = re.search(r"```yaml\n(automation:\n.*?)```", page.read(), re.DOTALL).group(1)
    automations = yaml.safe_load(block)["automation"]
    for automation in automations:
        schema(automation)
    return len(automations)


def main():
    with open(f"{ROOT}/Tests/Fixtures/HomeAssistant/payload.json", encoding="utf-8") as file:
        message = json.load(file)
    check(message)
    failures = []
    for name, change in MUTATIONS.items():
        mutation = copy.deepcopy(message)
        change(mutation)
        try:
            check(mutation)
        except Exception as error:  # Each schema has its own.
            print(f"refused with {name}: {error}")
        else:
            failures.append(f"accepted with {name}")
    for fields, expected in VALUES:
        light = None if fields is None else LIGHT | fields
        found = rendered(message, light)
        if found != expected:
            failures.append(f"{light}: expected {expected}, found {found}")
    automations = check_automations()
    print("\n".join(failures) or f"accepted: the message, and {automations} automations; {len(VALUES)} states are read as expected")
    return 1 if failures else 0


sys.exit(main())
