// SPDX-License-Identifier: GPL-2.0-only
/* What a monitor does with a message: DDC/CI at address 0x37, the memory of its EDID at 0x50. */

#include <linux/kernel.h>
#include <linux/ktime.h>
#include <linux/string.h>

#include "monitors.h"

#define TL_DDC_ADDRESS 0x37
#define TL_EDID_ADDRESS 0x50
#define TL_BRIGHTNESS 0x10
#define TL_REPLY_DUE (1000 * NSEC_PER_MSEC)	/* an exchange without a reply is over after that */

enum tl_request { TL_READ, TL_GET, TL_SET, TL_OTHER_REQUEST, TL_NO_REQUEST };

static u8 tl_sum(u8 sum, const u8 *bytes, int count)
{
	while (count--)
		sum ^= *bytes++;
	return sum;
}

/* Source address, length with its flag, request, feature, value, checksum. */
static enum tl_request tl_parse(const u8 *bytes, int count)
{
	int length = count >= 2 ? bytes[1] & 0x7f : 0;

	if (count < 4 || bytes[0] != 0x51 || length + 3 != count || tl_sum(TL_DDC_ADDRESS << 1, bytes, count))
		return TL_NO_REQUEST;
	if (bytes[2] == 0x01 && length == 2 && bytes[3] == TL_BRIGHTNESS)
		return TL_GET;
	if (bytes[2] == 0x03 && length == 4 && bytes[3] == TL_BRIGHTNESS)
		return TL_SET;
	return TL_OTHER_REQUEST;
}

/* Lets happen what a Set has left for later. Call it with tl_wire. */
void tl_settle(struct tl_monitor *monitor)
{
	u64 now = ktime_get_ns();

	if (monitor->apply_at && now >= monitor->apply_at) {
		monitor->level = monitor->apply_to;
		monitor->apply_at = 0;
	}
	if (monitor->revert_at && now >= monitor->revert_at) {
		monitor->level = monitor->revert_to;
		monitor->revert_at = 0;
	}
}

static int tl_fail(u32 *error, u32 *left)
{
	int result = -(int)*error;

	if (result && *left && --*left == 0)
		*error = 0;
	return result;
}

static int tl_set(struct tl_monitor *monitor, u32 value)
{
	int result = tl_fail(&monitor->fail_errno, &monitor->fail_left);
	u64 applied = ktime_get_ns() + (u64)monitor->apply_ms * NSEC_PER_MSEC;

	if (result || monitor->dead)
		return result;
	tl_settle(monitor);
	value = min(value, monitor->maximum);
	if (monitor->step > 1)
		value -= value % monitor->step;
	if (monitor->revert_ms) {
		monitor->revert_to = monitor->level;
		monitor->revert_at = applied + (u64)monitor->revert_ms * NSEC_PER_MSEC;
	}
	monitor->apply_to = value;
	monitor->apply_at = applied;
	tl_settle(monitor);
	return 0;
}

/* Prepares the reply: source address, length, type, result, feature, kind, maximum, level,
   checksum. */
static void tl_prepare(struct tl_monitor *monitor)
{
	u32 level = monitor->read_as;
	u8 *reply = monitor->reply;

	tl_settle(monitor);
	if (level == TL_OFF)
		level = monitor->level;
	reply[0] = TL_DDC_ADDRESS << 1;
	reply[1] = 0x88;
	reply[2] = 0x02;
	reply[3] = 0;
	reply[4] = TL_BRIGHTNESS;
	reply[5] = 0;
	reply[6] = monitor->maximum >> 8;
	reply[7] = monitor->maximum;
	reply[8] = level >> 8;
	reply[9] = level;
	reply[10] = tl_sum(0x50, reply, 10);
	monitor->has_reply = true;
}

static int tl_hear(struct tl_monitor *monitor, struct tl_bus *bus, enum tl_request request, const u8 *bytes)
{
	monitor->asked_at = ktime_get_ns();
	monitor->has_reply = false;
	if (request == TL_SET)
		return tl_set(monitor, bytes[4] << 8 | bytes[5]);
	/* A monitor does not answer what it does not understand. */
	if (request == TL_GET) {
		tl_prepare(monitor);
		bus->reply_due_until = monitor->asked_at + TL_REPLY_DUE;
	}
	return 0;
}

/* Distorts a reply, and returns its new length; there is room for one byte more. */
static int tl_distort(u8 *reply, int length, u32 shape)
{
	switch (shape) {
	case TL_DOUBLED:
		memmove(reply + 1, reply, length);
		return length + 1;
	case TL_SHIFTED:
		memmove(reply, reply + 1, length - 1);
		return length - 1;
	case TL_SHORT:
		return length / 2;
	case TL_ZEROS:
		memset(reply, 0, length);
		return length;
	case TL_ONES:
		memset(reply, 0xff, length);
		return length;
	case TL_NO_FLAG:
		reply[1] &= 0x7f;
		break;
	case TL_OTHER_FEATURE:
		reply[4] ^= 0x02;
		break;
	case TL_UNSUPPORTED:
		reply[3] = 1;
		break;
	}
	reply[length - 1] = tl_sum(0x50, reply, length - 1);
	return length;
}

static bool tl_is_null(struct tl_monitor *monitor)
{
	if (ktime_get_ns() < monitor->asked_at + (u64)monitor->ready_ms * NSEC_PER_MSEC)
		return true;
	if (monitor->null_replies) {
		monitor->null_replies--;
		return true;
	}
	return !monitor->has_reply;
}

static int tl_say(struct tl_monitor *monitor, u8 *bytes, int count)
{
	static const u8 null[] = { TL_DDC_ADDRESS << 1, 0x80, 0xbe };
	int length = TL_REPLY_LENGTH, result = tl_fail(&monitor->reply_errno, &monitor->reply_left);
	u8 reply[TL_REPLY_LENGTH + 1];

	if (result)
		return result;
	memset(bytes, monitor->shape == TL_ONES ? 0xff : 0, count);
	if (tl_is_null(monitor)) {
		memcpy(bytes, null, min_t(int, count, sizeof(null)));
		return 0;
	}
	memcpy(reply, monitor->reply, length);
	if (monitor->wrong_sums) {
		monitor->wrong_sums--;
		reply[length - 1] ^= 0x55;
	} else if (monitor->shape != TL_NORMAL) {
		length = tl_distort(reply, length, monitor->shape);
		if (monitor->shape_left && --monitor->shape_left == 0)
			monitor->shape = TL_NORMAL;
	}
	memcpy(bytes, reply, min(count, length));
	return 0;
}

/* Whether the monitor acknowledges its address. */
static int tl_admit(struct tl_monitor *monitor, struct tl_bus *bus, enum tl_request request, struct tl_message *entry)
{
	u64 gap = (u64)monitor->shortest_gap_ms * NSEC_PER_MSEC;

	if (monitor->panic_in && --monitor->panic_in == 0)
		panic("testlight: a message to %s", monitor->name);
	if (gap && monitor->latest && entry->begun < monitor->latest + gap) {
		entry->marks |= BIT(TL_EARLY);
		monitor->locked = 1;
	}
	if (request == TL_OTHER_REQUEST || request == TL_NO_REQUEST) {
		entry->marks |= BIT(request == TL_OTHER_REQUEST ? TL_OTHER : TL_MALFORMED);
		if (monitor->trap_other)
			monitor->locked = 1;
	}
	entry->marks |= bus->is_asleep ? BIT(TL_ASLEEP) : 0;
	entry->marks |= entry->begun < monitor->deaf_until ? BIT(TL_DEAF) : 0;
	entry->marks |= monitor->locked ? BIT(TL_LOCKED) : 0;
	return entry->marks & (BIT(TL_ASLEEP) | BIT(TL_DEAF) | BIT(TL_LOCKED)) ? -ENXIO : 0;
}

static int tl_handle_ddc(struct tl_monitor *monitor, struct tl_bus *bus, struct i2c_msg *message, struct tl_message *entry)
{
	enum tl_request request = entry->is_read ? TL_READ : tl_parse(message->buf, message->len);
	u32 delay = request == TL_READ ? READ_ONCE(monitor->reply_delay_ms) : request == TL_SET ? READ_ONCE(monitor->delay_ms) : 0;
	int result;

	spin_lock(&tl_wire);
	result = tl_admit(monitor, bus, request, entry);
	spin_unlock(&tl_wire);
	if (result)
		return result;
	/* Not under the lock: it sleeps. */
	if (!tl_wait_plugged(bus, monitor, delay))
		return -ENXIO;
	spin_lock(&tl_wire);
	if (entry->is_read)
		result = tl_say(monitor, message->buf, message->len);
	else
		result = tl_hear(monitor, bus, request, message->buf);
	spin_unlock(&tl_wire);
	return result;
}

static int tl_handle_edid(struct tl_monitor *monitor, struct i2c_msg *message)
{
	int at;

	spin_lock(&tl_wire);
	if (!(message->flags & I2C_M_RD) && message->len)
		monitor->edid_at = monitor->edid_from == TL_OFF ? message->buf[0] : monitor->edid_from;
	if (message->flags & I2C_M_RD)
		for (at = 0; at < message->len; at++)
			message->buf[at] = monitor->edid_zeros ? 0 : monitor->edid[monitor->edid_at++ % max(monitor->edid_length, 1U)];
	spin_unlock(&tl_wire);
	return monitor->edid_length ? 0 : -ENXIO;
}

int tl_handle(struct tl_monitor *monitor, struct tl_bus *bus, struct i2c_msg *message, struct tl_message *entry)
{
	if (message->addr == TL_DDC_ADDRESS)
		return tl_handle_ddc(monitor, bus, message, entry);
	return message->addr == TL_EDID_ADDRESS ? tl_handle_edid(monitor, message) : -ENXIO;
}
