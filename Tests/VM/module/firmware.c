// SPDX-License-Identifier: GPL-2.0-only
/* Calls firmware methods, by a path and at most one number. Reading the file returns the result of
   the last call. */

#include <linux/acpi.h>
#include <linux/debugfs.h>
#include <linux/fs.h>
#include <linux/module.h>
#include <linux/slab.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "testlight.h"

static u64 tl_answer;

static int tl_evaluate(char *text)
{
	union acpi_object argument = { .type = ACPI_TYPE_INTEGER };
	struct acpi_object_list arguments = { 0, &argument };
	struct acpi_buffer output = { ACPI_ALLOCATE_BUFFER, NULL };
	char *path = strsep(&text, " ");
	union acpi_object *object;

	if (text) {
		arguments.count = 1;
		if (kstrtoull(text, 10, &argument.integer.value))
			return -EINVAL;
	}
	if (ACPI_FAILURE(acpi_evaluate_object(NULL, path, &arguments, &output)))
		return -EIO;
	object = output.pointer;
	tl_answer = object && object->type == ACPI_TYPE_INTEGER ? object->integer.value : 0;
	kfree(object);
	return 0;
}

static ssize_t tl_firmware_call(struct file *file, const char __user *text, size_t length, loff_t *position)
{
	char *copy = length < PAGE_SIZE ? memdup_user_nul(text, length) : ERR_PTR(-E2BIG);
	int result;

	if (IS_ERR(copy))
		return PTR_ERR(copy);
	result = tl_evaluate(strim(copy));
	kfree(copy);
	return result ? result : (ssize_t)length;
}

static ssize_t tl_firmware_answer(struct file *file, char __user *text, size_t length, loff_t *position)
{
	char digits[24];
	int count = scnprintf(digits, sizeof(digits), "%llu\n", tl_answer);

	return simple_read_from_buffer(text, length, position, digits, count);
}

const struct file_operations tl_firmware_operations = {
	.owner = THIS_MODULE,
	.open = simple_open,
	.read = tl_firmware_answer,
	.write = tl_firmware_call,
	.llseek = default_llseek,
};
