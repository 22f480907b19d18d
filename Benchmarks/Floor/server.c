#define _GNU_SOURCE

#include "floor.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { MOST_EVENTS = 64, MOST_BYTES = 65536 };

static char reply[MOST_BYTES];

static void watch(int epoll, int socket) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = socket};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, socket, &event) < 0) fail("watch");
}

static int listen_at(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0) fail(path);
  if (listen(listener, 128) < 0) fail(path);
  return listener;
}

/* Returns how many clients are new. */
static int accept_waiting(int epoll, int listener) {
  int socket, count = 0;
  for (; (socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK)) >= 0; count++) watch(epoll, socket);
  return count;
}

static void write_level(const char *light, const char *level) {
  int file = open(light, O_WRONLY | O_TRUNC | O_CLOEXEC);
  if (file < 0 || dprintf(file, "%s\n", level) < 0) fail(light);
  close(file);
}

/* Answers the received messages; 0 if the peer has disconnected. */
static int answer(int socket, int reply_size) {
  static char received[MOST_BYTES];
  ssize_t count = recv(socket, received, sizeof received, 0);
  if (count < 0) return errno == EAGAIN;
  for (ssize_t index = 0; index < count; index++) {
    if (received[index] == 0 && send(socket, reply, reply_size, MSG_NOSIGNAL) < 0) return 0;
  }
  return count > 0;
}

void serve(const char *path, const char *light, const char *level, int reply_size) {
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  int listener = listen_at(path), clients = 0;
  memset(reply, 'x', reply_size - 1);
  watch(epoll, listener);
  puts("ready");
  fflush(stdout);
  for (;;) {
    struct epoll_event events[MOST_EVENTS];
    int count = epoll_wait(epoll, events, MOST_EVENTS, -1);
    for (int index = 0; index < count; index++) {
      int socket = events[index].data.fd;
      if (socket == listener) {
        clients += accept_waiting(epoll, listener);
      } else if (!answer(socket, reply_size)) {
        if (--clients == 0) write_level(light, level);
        close(socket);
      }
    }
  }
}
