// SPDX-License-Identifier: GPL-2.0-only
/* The kernel's device of a light: registers it below a parent device, and unregisters it. */

#include <linux/debugfs.h>
#include <linux/mm.h>
#include <linux/pci.h>
#include <linux/slab.h>

#include <drm/drm_connector.h>

#include "testlight.h"

static int tl_backlight_update(struct backlight_device *backlight)
{
	return tl_write(bl_get_data(backlight), backlight_get_brightness(backlight));
}

static int tl_backlight_level(struct backlight_device *backlight)
{
	struct tl_light *light = bl_get_data(backlight);

	return READ_ONCE(light->level);
}

static const struct backlight_ops tl_backlight_operations = {
	.options = BL_CORE_SUSPENDRESUME,
	.update_status = tl_backlight_update,
	.get_brightness = tl_backlight_level,
};

static int tl_led_update(struct led_classdev *led, enum led_brightness value)
{
	return tl_write(container_of(led, struct tl_light, led), value);
}

static enum led_brightness tl_led_level(struct led_classdev *led)
{
	return READ_ONCE(container_of(led, struct tl_light, led)->level);
}

/* A connector of the module, the graphics card, or the device of this name below the first card;
   the caller owns the reference. */
static struct device *tl_display(const char *what)
{
	struct device *card, *found = tl_connector_device(what);
	struct pci_dev *vga;

	if (found)
		return found;
	vga = pci_get_class(PCI_CLASS_DISPLAY_VGA << 8, NULL);
	if (!vga)
		return NULL;
	if (!strcmp(what, "pci"))
		return &vga->dev;
	card = device_find_child_by_name(&vga->dev, "card0");
	pci_dev_put(vga);
	if (!card)
		return NULL;
	found = device_find_child_by_name(card, what);
	put_device(card);
	return found;
}

/*
 * Programs with the card open see the connector's type (drm_mode_getconnector in
 * drivers/gpu/drm/drm_connector.c), and tell a laptop's panel by it. Its name in sysfs stays.
 */
int tl_make_internal(const char *name)
{
	struct device *device = tl_display(name);
	struct drm_connector *connector = device ? dev_get_drvdata(device) : NULL;

	if (connector)
		connector->connector_type = DRM_MODE_CONNECTOR_eDP;
	put_device(device);
	return connector ? 0 : -ENODEV;
}

static struct device *tl_home(struct tl_light *light)
{
	light->home = platform_device_register_simple("testlight", PLATFORM_DEVID_AUTO, NULL, 0);
	if (!IS_ERR(light->home))
		return get_device(&light->home->dev);
	light->home = NULL;
	return NULL;
}

static void tl_make_folder(struct tl_light *light, struct dentry *above)
{
	light->folder = debugfs_create_dir(light->name, above);
	debugfs_create_u32("level", 0600, light->folder, &light->level);
	debugfs_create_u32("fail_errno", 0600, light->folder, &light->fail_errno);
	debugfs_create_u32("fail_left", 0600, light->folder, &light->fail_left);
	debugfs_create_u32("delay_ms", 0600, light->folder, &light->delay_ms);
	debugfs_create_u32("step", 0600, light->folder, &light->step);
	debugfs_create_u32("dead", 0600, light->folder, &light->dead);
	debugfs_create_file("log", 0600, light->folder, light, &tl_log_operations);
}

static int tl_register_led(struct tl_light *light, const struct tl_options *options, struct device *parent)
{
	light->led.name = light->name;
	light->led.max_brightness = options->maximum;
	light->led.brightness = options->level;
	light->led.brightness_set_blocking = tl_led_update;
	light->led.brightness_get = tl_led_level;
	light->led.flags = LED_BRIGHT_HW_CHANGED | LED_HW_PLUGGABLE;
	return led_classdev_register(parent, &light->led);
}

static int tl_register_backlight(struct tl_light *light, const struct tl_options *options, struct device *parent)
{
	struct backlight_properties properties = {
		.type = options->type,
		.max_brightness = options->maximum,
		.brightness = options->level,
	};

	light->backlight = backlight_device_register(light->name, parent, light, &tl_backlight_operations, &properties);
	return PTR_ERR_OR_ZERO(light->backlight);
}

static int tl_register(struct tl_light *light, const struct tl_options *options)
{
	struct device *parent = options->parent ? tl_display(options->parent) : tl_home(light);
	int result;

	if (!parent)
		return -ENODEV;
	result = options->is_led ? tl_register_led(light, options, parent) : tl_register_backlight(light, options, parent);
	put_device(parent);
	return result;
}

static void tl_free(struct tl_light *light)
{
	debugfs_remove_recursive(light->folder);
	if (light->home)
		platform_device_unregister(light->home);
	kvfree(light->log);
	kfree(light);
}

static struct tl_light *tl_blank(const char *name, u32 level)
{
	struct tl_light *light = kzalloc(sizeof(*light), GFP_KERNEL);

	if (!light)
		return NULL;
	light->log = kvcalloc(TL_LOG_LENGTH, sizeof(*light->log), GFP_KERNEL);
	if (!light->log) {
		kfree(light);
		return NULL;
	}
	strscpy(light->name, name, sizeof(light->name));
	spin_lock_init(&light->lock);
	light->level = level;
	light->step = 1;
	return light;
}

struct tl_light *tl_make(const char *name, const struct tl_options *options, struct dentry *above)
{
	struct tl_light *light = tl_blank(name, options->level);
	int result;

	if (!light)
		return ERR_PTR(-ENOMEM);
	/* The folder first, so that a test can make the light fail before udev finds it. */
	tl_make_folder(light, above);
	result = tl_register(light, options);
	if (!result)
		return light;
	tl_free(light);
	return ERR_PTR(result);
}

void tl_unmake(struct tl_light *light)
{
	if (light->backlight)
		backlight_device_unregister(light->backlight);
	else
		led_classdev_unregister(&light->led);
	tl_free(light);
}
