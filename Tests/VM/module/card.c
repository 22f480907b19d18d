// SPDX-License-Identifier: GPL-2.0-only
/*
 * A graphics card for the sake of its connectors: it has no CRTC and draws nothing, but its
 * connectors have the names, files, links and events of real ones, and show what is plugged in.
 *
 * Its device is one of the platform, below the machine's own card. It has the name of a PCI
 * function, since that is what graphics cards are: a light is that of a card's panel, and not of a
 * board's, if such a folder is above it.
 */

#include <linux/module.h>
#include <linux/pci.h>
#include <linux/slab.h>
#include <linux/string.h>

#include <drm/drm_device.h>
#include <drm/drm_drv.h>
#include <drm/drm_encoder.h>
#include <drm/drm_file.h>
#include <drm/drm_ioctl.h>
#include <drm/drm_managed.h>
#include <drm/drm_mode_config.h>
#include <drm/drm_property.h>
#include <drm/drm_sysfs.h>

#include "monitors.h"

static const struct {
	const char *name;
	int type;
	enum tl_place place;
} tl_types[] = {
	{ "DP", DRM_MODE_CONNECTOR_DisplayPort, TL_CHILD },
	{ "eDP", DRM_MODE_CONNECTOR_eDP, TL_CHILD },
	{ "HDMI-A", DRM_MODE_CONNECTOR_HDMIA, TL_DDC },
	{ "DVI-D", DRM_MODE_CONNECTOR_DVID, TL_DDC },
	{ "VGA", DRM_MODE_CONNECTOR_VGA, TL_DDC },
};

/* A connector that has any encoder shows "enabled". */
static struct drm_encoder tl_encoder;

static struct platform_driver tl_nvidia_driver = { .driver.name = "nvidia" };

static struct tl_bus *tl_bus_of(struct drm_connector *connector)
{
	return container_of(connector, struct tl_bus, connector);
}

static int tl_late_register(struct drm_connector *connector)
{
	struct tl_bus *bus = tl_bus_of(connector);

	return bus->place <= TL_PASSIVE ? tl_bus_add(bus, connector->kdev) : 0;
}

static void tl_early_unregister(struct drm_connector *connector)
{
	struct tl_bus *bus = tl_bus_of(connector);

	if (bus->place <= TL_PASSIVE)
		tl_bus_remove(bus);
}

/* For a write to the file `status`: what is plugged in decides. */
static int tl_detect(struct drm_connector *connector, u32 width, u32 height)
{
	connector->status = tl_bus_of(connector)->monitor ? connector_status_connected : connector_status_disconnected;
	return 0;
}

static int tl_set_dpms(struct drm_connector *connector, int mode)
{
	connector->dpms = mode;
	tl_set_asleep(tl_bus_of(connector), mode != DRM_MODE_DPMS_ON);
	return 0;
}

static void tl_destroy(struct drm_connector *connector)
{
	drm_connector_cleanup(connector);
	kfree(tl_bus_of(connector));
}

static const struct drm_connector_funcs tl_connector_functions = {
	.dpms = tl_set_dpms,
	.fill_modes = tl_detect,
	.late_register = tl_late_register,
	.early_unregister = tl_early_unregister,
	.destroy = tl_destroy,
};

static const struct drm_mode_config_funcs tl_mode_functions;

static const struct file_operations tl_card_operations = {
	.owner = THIS_MODULE,
	.open = drm_open,
	.release = drm_release,
	.unlocked_ioctl = drm_ioctl,
	.compat_ioctl = drm_compat_ioctl,
	.poll = drm_poll,
	.read = drm_read,
	.llseek = noop_llseek,
};

static const struct drm_driver tl_driver = {
	.driver_features = DRIVER_MODESET,
	.name = "testlight",
	.desc = "connectors for tests",
	.date = "20260101",
	.major = 1,
	.fops = &tl_card_operations,
};

/*
 * NVIDIA's driver keeps no encoder before 580.82.07, so that its connectors always show "disabled"
 * (enabled_show in drm_sysfs.c of Linux 6.1; kernel-open/nvidia-drm/nvidia-drm-modeset.c in
 * NVIDIA/open-gpu-kernel-modules).
 */
static struct drm_encoder *tl_encoder_of(struct tl_bus *bus, bool is_in_use)
{
	return is_in_use && bus->place != TL_NVIDIA ? &tl_encoder : NULL;
}

/* Shows what is plugged in, with what a compositor does to a new screen. */
void tl_show(struct tl_bus *bus)
{
	struct drm_connector *connector = &bus->connector;
	struct drm_device *drm = connector->dev;
	struct tl_monitor *monitor = bus->monitor;
	size_t length = monitor ? monitor->edid_length : 0;

	mutex_lock(&drm->mode_config.mutex);
	connector->status = monitor ? connector_status_connected : connector_status_disconnected;
	connector->encoder = tl_encoder_of(bus, monitor);
	connector->dpms = monitor ? DRM_MODE_DPMS_ON : DRM_MODE_DPMS_OFF;
	drm_property_replace_global_blob(drm, &connector->edid_blob_ptr, length, length ? monitor->edid : NULL, &connector->base,
					 drm->mode_config.edid_property);
	mutex_unlock(&drm->mode_config.mutex);
	drm_sysfs_connector_hotplug_event(connector);
}

/* The modes of DPMS, and "disabled": the connector is not in use at all. */
int tl_dpms(struct tl_bus *bus, const char *mode)
{
	static const char *const modes[] = { "On", "Standby", "Suspend", "Off", "disabled" };
	struct drm_connector *connector = &bus->connector;
	int found = match_string(modes, ARRAY_SIZE(modes), mode);

	if (found < 0)
		return found;
	mutex_lock(&connector->dev->mode_config.mutex);
	connector->encoder = tl_encoder_of(bus, found <= DRM_MODE_DPMS_OFF);
	tl_set_dpms(connector, min(found, DRM_MODE_DPMS_OFF));
	mutex_unlock(&connector->dev->mode_config.mutex);
	return 0;
}

static struct tl_bus *tl_blank_bus(struct tl_card *card, enum tl_place place)
{
	struct tl_bus *bus = kzalloc(sizeof(*bus), GFP_KERNEL);

	if (!bus)
		return NULL;
	bus->card = card;
	bus->place = place;
	init_waitqueue_head(&bus->unplugged);
	return bus;
}

static void tl_list_bus(struct tl_bus *bus)
{
	spin_lock(&tl_wire);
	list_add_tail(&bus->node, &tl_buses);
	spin_unlock(&tl_wire);
}

/* A bus of the card that leads to no monitor. An underscore of the name stands for a space. */
static int tl_add_lone_bus(struct tl_card *card, const char *name)
{
	struct tl_bus *bus = tl_blank_bus(card, TL_UNLINKED);

	if (!bus)
		return -ENOMEM;
	strscpy(bus->name, name, sizeof(bus->name));
	tl_list_bus(bus);
	strreplace(bus->name, '_', ' ');
	return tl_bus_add(bus, &card->home->dev);
}

/* The others are added when the connector is registered, below its device, and those of hubs when a
   monitor is plugged in. */
static int tl_add_bus_of_card(struct tl_bus *bus, struct device *card)
{
	switch (bus->place) {
	case TL_CHILD:
	case TL_HUB:
	case TL_NONE:
		return 0;
	case TL_PASSIVE:
		bus->connector.ddc = &bus->pins;
		return tl_pins_add(bus, card);
	case TL_DDC:
		bus->connector.ddc = &bus->adapter;
		break;
	default:
		break;
	}
	return tl_bus_add(bus, card);
}

static int tl_add_connector(struct tl_card *card, int type, enum tl_place place)
{
	struct tl_bus *bus = tl_blank_bus(card, place);
	int result;

	if (!bus)
		return -ENOMEM;
	result = drm_connector_init(card->drm, &bus->connector, &tl_connector_functions, type);
	if (result) {
		kfree(bus);
		return result;
	}
	bus->has_connector = true;
	bus->connector.status = connector_status_disconnected;
	bus->connector.dpms = DRM_MODE_DPMS_OFF;
	strscpy(bus->name, bus->connector.name, sizeof(bus->name));
	tl_list_bus(bus);
	return tl_add_bus_of_card(bus, &card->home->dev);
}

/* TYPE[:PLACE], or bus:NAME */
static int tl_add_port(struct tl_card *card, char *port)
{
	static const char *const places[] = { "child", "passive", "ddc", "hub", "nvidia", "unlinked", "none" };
	char *type = strsep(&port, ":");
	int at, place;

	if (port && !strcmp(type, "bus"))
		return tl_add_lone_bus(card, port);
	for (at = 0; at < ARRAY_SIZE(tl_types); at++) {
		if (strcmp(tl_types[at].name, type))
			continue;
		place = port ? match_string(places, ARRAY_SIZE(places), port) : (int)tl_types[at].place;
		return place < 0 ? place : tl_add_connector(card, tl_types[at].type, place);
	}
	return -EINVAL;
}

/* NVIDIA's buses are those of a card with a driver of that name. */
static int tl_add_home(struct tl_card *card, bool is_nvidia)
{
	struct platform_device *home = card->home;
	int result = 0;

	if (is_nvidia)
		result = driver_set_override(&home->dev, &home->driver_override, tl_nvidia_driver.driver.name,
					     strlen(tl_nvidia_driver.driver.name));
	if (!result)
		result = platform_device_add(home);
	if (result)
		platform_device_put(home);
	return result;
}

static int tl_make_home(struct tl_card *card, bool is_nvidia)
{
	static u8 number;
	char name[sizeof("0001:00:00.0")];
	struct pci_dev *display = pci_get_class(PCI_CLASS_DISPLAY_VGA << 8, NULL);
	int result = -ENODEV;

	if (!display)
		return result;
	snprintf(name, sizeof(name), "0001:%02x:00.0", number++);
	card->home = platform_device_alloc(name, PLATFORM_DEVID_NONE);
	if (card->home) {
		card->home->dev.parent = &display->dev;
		result = tl_add_home(card, is_nvidia);
	}
	pci_dev_put(display);
	return result;
}

static int tl_make_device(struct tl_card *card, bool is_nvidia)
{
	int result = tl_make_home(card, is_nvidia);

	if (result)
		return result;
	card->drm = drm_dev_alloc(&tl_driver, &card->home->dev);
	if (IS_ERR(card->drm)) {
		platform_device_unregister(card->home);
		return PTR_ERR(card->drm);
	}
	return 0;
}

static int tl_add_ports(struct tl_card *card, char *ports)
{
	int result = drmm_mode_config_init(card->drm);
	char *port;

	card->drm->mode_config.funcs = &tl_mode_functions;
	while (!result && (port = strsep(&ports, " ")) != NULL)
		result = tl_add_port(card, port);
	return result ? result : drm_dev_register(card->drm, 0);
}

struct tl_card *tl_card_make(const char *name, char *ports)
{
	struct tl_card *card = kzalloc(sizeof(*card), GFP_KERNEL);
	int result;

	if (!card)
		return ERR_PTR(-ENOMEM);
	strscpy(card->name, name, sizeof(card->name));
	result = tl_make_device(card, ports && strstr(ports, ":nvidia"));
	if (result) {
		kfree(card);
		return ERR_PTR(result);
	}
	result = tl_add_ports(card, ports);
	if (!result)
		return card;
	tl_card_free(card);
	return ERR_PTR(result);
}

/* Nothing is plugged in. Waits until no process has a bus open; the kernel then destroys the
   connectors, and the buses with them. */
void tl_card_free(struct tl_card *card)
{
	struct tl_bus *bus, *next;

	drm_dev_unplug(card->drm);
	list_for_each_entry_safe(bus, next, &tl_buses, node) {
		if (bus->card != card)
			continue;
		tl_bus_remove(bus);
		spin_lock(&tl_wire);
		list_del(&bus->node);
		spin_unlock(&tl_wire);
		if (!bus->has_connector)
			kfree(bus);
	}
	drm_dev_put(card->drm);
	platform_device_unregister(card->home);
	kfree(card);
}

int tl_cards_start(void)
{
	return platform_driver_register(&tl_nvidia_driver);
}

void tl_cards_end(void)
{
	platform_driver_unregister(&tl_nvidia_driver);
}
