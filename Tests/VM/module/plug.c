// SPDX-License-Identifier: GPL-2.0-only
/* The commands for cards and monitors, which control.c lists. */

#include <linux/delay.h>
#include <linux/module.h>
#include <linux/string.h>

#include "monitors.h"

/* Both are protected by the lock of the commands. */
static LIST_HEAD(tl_monitors);
static LIST_HEAD(tl_cards);

static struct tl_monitor *tl_find_monitor(const char *name)
{
	struct tl_monitor *monitor;

	list_for_each_entry(monitor, &tl_monitors, node)
		if (!strcmp(monitor->name, name))
			return monitor;
	return NULL;
}

static struct tl_card *tl_find_card(const char *name)
{
	struct tl_card *card;

	list_for_each_entry(card, &tl_cards, node)
		if (!strcmp(card->name, name))
			return card;
	return NULL;
}

static struct tl_bus *tl_find_connector(const char *name)
{
	struct tl_bus *bus;

	list_for_each_entry(bus, &tl_buses, node)
		if (bus->has_connector && !strcmp(bus->name, name))
			return bus;
	return NULL;
}

/* The device of a connector, for a light below it; the caller owns the reference. */
struct device *tl_connector_device(const char *name)
{
	struct tl_bus *bus = tl_find_connector(name);

	return bus ? get_device(bus->connector.kdev) : NULL;
}

/* A hub's bus is there before its connector says that a monitor is, and gone before it says that
   none is. */
static int tl_plug(struct tl_monitor *monitor, struct tl_bus *bus)
{
	int result;

	if (bus->monitor)
		return -EBUSY;
	result = bus->place == TL_HUB ? tl_bus_add(bus, &bus->card->home->dev) : 0;
	if (result)
		return result;
	spin_lock(&tl_wire);
	bus->monitor = monitor;
	bus->is_asleep = false;
	spin_unlock(&tl_wire);
	tl_show(bus);
	return 0;
}

/* A message that is under way fails at once, whatever it waits for. */
static void tl_unplug(struct tl_bus *bus)
{
	spin_lock(&tl_wire);
	bus->monitor = NULL;
	bus->reply_due_until = 0;
	spin_unlock(&tl_wire);
	wake_up_all(&bus->unplugged);
	if (bus->place == TL_HUB)
		tl_bus_remove(bus);
	tl_show(bus);
}

static void tl_unplug_monitor(struct tl_monitor *monitor)
{
	struct tl_bus *bus;

	list_for_each_entry(bus, &tl_buses, node)
		if (bus->monitor == monitor)
			tl_unplug(bus);
}

static void tl_remove_monitor(struct tl_monitor *monitor)
{
	tl_unplug_monitor(monitor);
	/* A message under way ends at once, since the monitor is not plugged in any more. */
	while (READ_ONCE(monitor->users))
		msleep(1);
	list_del(&monitor->node);
	tl_monitor_free(monitor);
}

static void tl_remove_card(struct tl_card *card)
{
	struct tl_bus *bus;

	list_for_each_entry(bus, &tl_buses, node)
		if (bus->card == card && bus->monitor)
			tl_unplug(bus);
	list_del(&card->node);
	tl_card_free(card);
}

static int tl_read_number(char *word, const char *name, u32 *number)
{
	char *found = strsep(&word, "=");

	return word && !strcmp(found, name) ? kstrtou32(word, 10, number) : -EINVAL;
}

static int tl_add_monitor(const char *name, char *words, struct dentry *folder)
{
	struct tl_monitor *monitor;
	u32 maximum, level;

	if (tl_find_monitor(name) || strlen(name) >= TL_NAME_LENGTH)
		return -EEXIST;
	if (tl_read_number(strsep(&words, " "), "max", &maximum) || tl_read_number(words, "level", &level))
		return -EINVAL;
	if (maximum > U16_MAX || level > U16_MAX)
		return -EINVAL;
	monitor = tl_monitor_make(name, maximum, level, folder);
	if (!monitor)
		return -ENOMEM;
	list_add_tail(&monitor->node, &tl_monitors);
	return 0;
}

static int tl_add_card(const char *name, char *ports)
{
	struct tl_card *card;

	if (tl_find_card(name) || strlen(name) >= TL_NAME_LENGTH)
		return -EEXIST;
	card = tl_card_make(name, ports);
	if (IS_ERR(card))
		return PTR_ERR(card);
	list_add_tail(&card->node, &tl_cards);
	return 0;
}

static int tl_remove(const char *name)
{
	struct tl_monitor *monitor = tl_find_monitor(name);
	struct tl_card *card = tl_find_card(name);

	if (monitor)
		tl_remove_monitor(monitor);
	else if (card)
		tl_remove_card(card);
	return monitor || card ? 0 : -ENODEV;
}

int tl_monitors_command(const char *verb, const char *name, char *words, struct dentry *folder)
{
	struct tl_monitor *monitor = tl_find_monitor(name);
	struct tl_bus *bus;

	if (!strcmp(verb, "card"))
		return tl_add_card(name, words);
	if (!strcmp(verb, "monitor"))
		return tl_add_monitor(name, words, folder);
	if (!strcmp(verb, "remove"))
		return tl_remove(name);
	if (!strcmp(verb, "unplug") && monitor) {
		tl_unplug_monitor(monitor);
		return 0;
	}
	if (!words)
		return -EINVAL;
	bus = tl_find_connector(!strcmp(verb, "plug") ? words : name);
	if (!bus)
		return -ENODEV;
	if (!strcmp(verb, "plug") && monitor)
		return tl_plug(monitor, bus);
	return !strcmp(verb, "dpms") ? tl_dpms(bus, words) : -EINVAL;
}

void tl_remove_monitors(void)
{
	struct tl_monitor *monitor, *next_monitor;
	struct tl_card *card, *next_card;

	list_for_each_entry_safe(card, next_card, &tl_cards, node)
		tl_remove_card(card);
	list_for_each_entry_safe(monitor, next_monitor, &tl_monitors, node)
		tl_remove_monitor(monitor);
}
