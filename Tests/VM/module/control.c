// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commands of the module, one a line, in /sys/kernel/debug/testlight/control:
 *
 *   add NAME [type=raw|platform|firmware] [max=N] [level=N]
 *            [parent=pci|card0-Virtual-1|CONNECTOR]
 *                                a backlight
 *   led NAME [max=N] [level=N]   an LED
 *   remove NAME                  removes either at once
 *   press NAME N                 the hardware changes it and sends an event, as for a key
 *   internal CONNECTOR           makes a connector of the machine's own card, such as
 *                                card0-Virtual-1, that of a laptop's panel
 *
 *   card NAME TYPE[:PLACE]...    a graphics card with connectors: DP, eDP, HDMI-A, DVI-D, VGA;
 *                                the place of the bus is child, passive, ddc, hub, nvidia, unlinked
 *                                or none. bus:NAME is a bus of no connector
 *   monitor NAME max=N level=N   a monitor, which is plugged in nowhere; its EDID is written to its
 *                                file `edid`
 *   plug NAME CONNECTOR          also into several connectors at once
 *   unplug NAME                  from all; a message under way fails at once
 *   dpms CONNECTOR MODE          On, Standby, Suspend, Off, or disabled
 *   remove NAME                  a card or a monitor
 */

#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "monitors.h"
#include "testlight.h"

static LIST_HEAD(tl_lights);
static DEFINE_MUTEX(tl_lock);
static struct dentry *tl_folder;

static struct tl_light *tl_find(const char *name)
{
	struct tl_light *light;

	list_for_each_entry(light, &tl_lights, node)
		if (!strcmp(light->name, name))
			return light;
	return NULL;
}

static int tl_read_type(const char *text, enum backlight_type *type)
{
	static const char *const names[] = {
		[BACKLIGHT_RAW] = "raw", [BACKLIGHT_PLATFORM] = "platform", [BACKLIGHT_FIRMWARE] = "firmware",
	};
	int found = match_string(names + BACKLIGHT_RAW, ARRAY_SIZE(names) - BACKLIGHT_RAW, text);

	if (found < 0)
		return -EINVAL;
	*type = BACKLIGHT_RAW + found;
	return 0;
}

static int tl_read_option(char *word, struct tl_options *options)
{
	char *name = strsep(&word, "=");

	if (!word)
		return -EINVAL;
	if (!strcmp(name, "max"))
		return kstrtou32(word, 10, &options->maximum);
	if (!strcmp(name, "level"))
		return kstrtou32(word, 10, &options->level);
	if (!strcmp(name, "type"))
		return tl_read_type(word, &options->type);
	if (strcmp(name, "parent"))
		return -EINVAL;
	options->parent = word;
	return 0;
}

static int tl_add(const char *name, struct tl_options options, char *words)
{
	struct tl_light *light;
	char *word;

	while ((word = strsep(&words, " ")) != NULL)
		if (*word && tl_read_option(word, &options))
			return -EINVAL;
	if (!options.maximum || options.maximum > INT_MAX || options.level > options.maximum || strlen(name) >= TL_NAME_LENGTH)
		return -EINVAL;
	if (tl_find(name))
		return -EEXIST;
	light = tl_make(name, &options, tl_folder);
	if (IS_ERR(light))
		return PTR_ERR(light);
	list_add_tail(&light->node, &tl_lights);
	return 0;
}

static void tl_remove(struct tl_light *light)
{
	list_del(&light->node);
	tl_unmake(light);
}

static int tl_press(struct tl_light *light, const char *text)
{
	u32 level;

	if (!text || kstrtou32(text, 10, &level))
		return -EINVAL;
	WRITE_ONCE(light->level, level);
	if (light->backlight)
		backlight_force_update(light->backlight, BACKLIGHT_UPDATE_HOTKEY);
	else
		led_classdev_notify_brightness_hw_changed(&light->led, level);
	return 0;
}

static int tl_command(char *line)
{
	static const struct tl_options backlight = { .maximum = 1000, .type = BACKLIGHT_RAW };
	static const struct tl_options led = { .maximum = 3, .is_led = true };
	char *verb = strsep(&line, " "), *name = strsep(&line, " ");
	struct tl_light *light = name ? tl_find(name) : NULL;

	if (!name)
		return -EINVAL;
	if (!strcmp(verb, "add"))
		return tl_add(name, backlight, line);
	if (!strcmp(verb, "led"))
		return tl_add(name, led, line);
	if (!strcmp(verb, "internal"))
		return tl_make_internal(name);
	if (!light)
		return tl_monitors_command(verb, name, line, tl_folder);
	if (!strcmp(verb, "press"))
		return tl_press(light, line);
	if (strcmp(verb, "remove"))
		return -EINVAL;
	tl_remove(light);
	return 0;
}

static ssize_t tl_control(struct file *file, const char __user *text, size_t length, loff_t *position)
{
	char *copy = length < PAGE_SIZE ? memdup_user_nul(text, length) : ERR_PTR(-E2BIG);
	int result;

	if (IS_ERR(copy))
		return PTR_ERR(copy);
	mutex_lock(&tl_lock);
	result = tl_command(strim(copy));
	mutex_unlock(&tl_lock);
	kfree(copy);
	return result ? result : (ssize_t)length;
}

static const struct file_operations tl_control_operations = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.write = tl_control,
	.llseek = noop_llseek,
};

static int __init tl_start(void)
{
	int result;

	tl_folder = debugfs_create_dir(KBUILD_MODNAME, NULL);
	if (IS_ERR(tl_folder))
		return PTR_ERR(tl_folder);
	result = tl_messages_start();
	if (!result)
		result = tl_cards_start();
	if (result) {
		tl_messages_end();
		debugfs_remove_recursive(tl_folder);
		return result;
	}
	debugfs_create_file("messages", 0600, tl_folder, NULL, &tl_messages_operations);
	debugfs_create_file("control", 0200, tl_folder, NULL, &tl_control_operations);
	debugfs_create_file("firmware", 0600, tl_folder, NULL, &tl_firmware_operations);
	return 0;
}

static void __exit tl_end(void)
{
	struct tl_light *light, *next;

	list_for_each_entry_safe(light, next, &tl_lights, node)
		tl_remove(light);
	tl_remove_monitors();
	tl_cards_end();
	debugfs_remove_recursive(tl_folder);
	tl_messages_end();
}

module_init(tl_start);
module_exit(tl_end);
MODULE_DESCRIPTION("Backlights, LEDs and monitors for tests, with faults");
MODULE_LICENSE("GPL");
