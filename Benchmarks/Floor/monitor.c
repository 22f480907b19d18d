#include "floor.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

enum { ADDRESS = 0x37, HOST = 0x51, REPLY = 12 };

static void transfer(int bus, unsigned char *bytes, int count, int flags) {
  struct i2c_msg message = {.addr = ADDRESS, .flags = flags, .len = count, .buf = bytes};
  struct i2c_rdwr_ioctl_data data = {.msgs = &message, .nmsgs = 1};
  if (ioctl(bus, I2C_RDWR, &data) < 0) fail("transfer");
}

/* The checksum covers the address that the bus puts in front. */
static void request(int bus, const unsigned char *content, int count) {
  unsigned char bytes[16] = {HOST, 0x80 | count};
  memcpy(bytes + 2, content, count);
  bytes[count + 2] = ADDRESS << 1;
  for (int at = 0; at < count + 2; at++) bytes[count + 2] ^= bytes[at];
  transfer(bus, bytes, count + 3, 0);
}

static void pause_for(int milliseconds) {
  struct timespec rest = {.tv_nsec = milliseconds * 1000000L};
  while (nanosleep(&rest, &rest) < 0 && errno == EINTR) continue;
}

static int level(int bus) {
  unsigned char reply[REPLY];
  request(bus, (unsigned char[]){0x01, 0x10}, 2);
  pause_for(40);
  transfer(bus, reply, REPLY, I2C_M_RD);
  if (reply[1] != 0x88 || reply[4] != 0x10) {
    errno = EBADMSG;
    fail("reply");
  }
  return reply[8] << 8 | reply[9];
}

/* Opens the device for each round, and keeps the gaps that monitors need: 40 ms after a reply, 50
   ms after a change. */
void time_monitor(const char *device, int rounds, const int *levels) {
  for (int round = 0; round < rounds; round++) {
    int wanted = levels[round % 2];
    int64_t start = nanoseconds_now(), written;
    int bus = open(device, O_RDWR | O_CLOEXEC);
    if (bus < 0) fail(device);
    level(bus);
    pause_for(40);
    request(bus, (unsigned char[]){0x03, 0x10, wanted >> 8, wanted}, 4);
    written = nanoseconds_now();
    pause_for(50);
    if (level(bus) != wanted) fail("check");
    printf("%ld %ld\n", written - start, nanoseconds_now() - start);
    close(bus);
    pause_for(50);
  }
}
