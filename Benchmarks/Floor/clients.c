#define _GNU_SOURCE

#include "floor.h"

#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static char received[1 << 20];

int64_t nanoseconds_now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  if (server < 0 || connect(server, (struct sockaddr *)&address, sizeof address) < 0) fail(path);
  return server;
}

/* Sends a message with its terminating NUL, and waits for the whole reply.

   It waits with poll(2), as the client of this project and every event loop do. The kernel wakes a
   client that waits in recv(2) also when the server reads the call, since that frees room for the
   next one; the client finds nothing and sleeps again. On one processor these switches take longer
   than the daemon computes for a call. */
static void exchange(int server, const char *message, size_t size) {
  size_t count = 0;
  if (send(server, message, size, MSG_NOSIGNAL) != (ssize_t)size) fail("send");
  do {
    struct pollfd reply = {.fd = server, .events = POLLIN};
    if (poll(&reply, 1, -1) < 0) fail("wait");
    ssize_t more = recv(server, received + count, sizeof received - count, 0);
    if (more <= 0) fail("receive");
    count += more;
  } while (received[count - 1] != 0);
  if (strstr(received, "\"error\"")) {
    fprintf(stderr, "%s was answered by %s\n", message, received);
    exit(1);
  }
}

void ask(const char *path, int count, const char *first, const char *asked, const char *between) {
  int server = connect_to(path);
  size_t size = strlen(asked) + 1;
  int64_t *times = calloc(count, sizeof *times);
  if (*first) exchange(server, first, strlen(first) + 1);
  for (int round = 0; round < count; round++) {
    int64_t start = nanoseconds_now();
    exchange(server, asked, size);
    times[round] = nanoseconds_now() - start;
    if (*between) exchange(server, between, strlen(between) + 1);
  }
  for (int round = 0; round < count; round++) printf("%ld\n", times[round]);
  free(times);
  close(server);
}

void hold(const char *path, int count, const char *first, const char *asked) {
  size_t size = strlen(asked) + 1;
  for (int connection = 0; connection < count; connection++) {
    int server = connect_to(path);
    if (*first) exchange(server, first, strlen(first) + 1);
    int64_t start = nanoseconds_now();
    exchange(server, asked, size);
    printf("%ld\n", nanoseconds_now() - start);
  }
  puts("held");
  fflush(stdout);
  for (;;) pause();
}
