/* Sockets are the kernel's, but who is at the other end is the world's. */
#define _GNU_SOURCE
#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif
#ifndef SO_PASSRIGHTS
#define SO_PASSRIGHTS 83
#endif

enum { MOST_CLIENTS = 1 << 16 };

static struct client {
  uid_t user;
  gid_t group, other_group;
  pid_t process;
  int end, has_ended;
} clients[MOST_CLIENTS];

int describe_client(int client, uid_t user, gid_t group, pid_t process, gid_t other_group) {
  int end = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  clients[client] = (struct client){.user = user, .group = group, .process = process, .other_group = other_group, .end = end};
  return end;
}

void end_process(int client) {
  clients[client].has_ended = 1;
  eventfd_write(clients[client].end, 1);
}

static socklen_t name_client(int client, struct sockaddr_un *address) {
  address->sun_family = AF_UNIX;
  address->sun_path[0] = 0;
  int length = snprintf(address->sun_path + 1, sizeof address->sun_path - 1, "simulated-%d-%d", getpid(), client);
  return (socklen_t)(sizeof(sa_family_t) + 1 + (size_t)length);
}

static socklen_t name_address(const char *name, struct sockaddr_un *address) {
  address->sun_family = AF_UNIX;
  address->sun_path[0] = 0;
  strcpy(address->sun_path + 1, name);
  return (socklen_t)(sizeof(sa_family_t) + 1 + strlen(name));
}

int client_of(int socket) {
  struct sockaddr_un address;
  socklen_t length = sizeof address;
  if (syscall(SYS_getpeername, socket, &address, &length) < 0 || length <= sizeof(sa_family_t) + 1) return -1;
  ((char *)&address)[length < sizeof address ? length : sizeof address - 1] = 0;
  int process, client;
  return sscanf(address.sun_path + 1, "simulated-%d-%d", &process, &client) == 2 ? client : -1;
}

int connect_client(int client, const char *listener) {
  struct sockaddr_un own, other;
  int number = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (number < 0) return -1;
  socklen_t length = name_client(client, &own);
  if (bind(number, (struct sockaddr *)&own, length) == 0) {
    length = name_address(listener, &other);
    if (connect(number, (struct sockaddr *)&other, length) == 0) return number;
  }
  int code = errno;
  close(number);
  errno = code;
  return -1;
}

static int bind_to(const char *name, int type) {
  struct sockaddr_un address;
  int number = socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  socklen_t length = name_address(name, &address);
  if (number < 0 || bind(number, (struct sockaddr *)&address, length) < 0) return -1;
  return number;
}

int listen_at(const char *name) {
  int number = bind_to(name, SOCK_STREAM);
  return number < 0 || listen(number, 1024) < 0 ? -1 : number;
}

int notify_socket(const char *name) { return bind_to(name, SOCK_DGRAM); }

long receive_notice(int socket, char *text, size_t room, int *descriptor) {
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec part = {text, room};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control};
  *descriptor = -1;
  ssize_t length = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  struct cmsghdr *header = length < 0 ? NULL : CMSG_FIRSTHDR(&message);
  if (header && header->cmsg_type == SCM_RIGHTS) memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
  return length;
}

static int put(void *value, socklen_t *length, const void *bytes, socklen_t size) {
  if (*length < size) {
    *length = size;
    errno = ERANGE;
    return -1;
  }
  memcpy(value, bytes, size);
  *length = size;
  return 0;
}

static int describe(int socket, int name, void *value, socklen_t *length) {
  int number = client_of(socket);
  if (number < 0) return (int)syscall(SYS_getsockopt, socket, SOL_SOCKET, name, value, length);
  struct client *client = &clients[number];
  if (name == SO_PEERCRED) {
    struct ucred known = {client->process, client->user, client->group};
    return put(value, length, &known, sizeof known);
  }
  if (name == SO_PEERGROUPS) return put(value, length, &client->other_group, client->other_group ? sizeof(gid_t) : 0);
  if (client->has_ended) {
    errno = ESRCH;
    return -1;
  }
  int end = opened((int)syscall(SYS_fcntl, client->end, F_DUPFD_CLOEXEC, 0), OTHER, NULL);
  return end < 0 ? -1 : put(value, length, &end, sizeof end);
}

/* Every connection refuses descriptors where the kernel can: the daemon asks that of the socket
   that listens. */
static int refuses_descriptors(void *value, socklen_t *length) {
  int passes = 0;
  if (!simulation.is_old) return value ? put(value, length, &passes, sizeof passes) : 0;
  errno = ENOPROTOOPT;
  return -1;
}

int getsockopt(int socket, int level, int name, void *restrict value, socklen_t *restrict length) {
  int is_about_peer = name == SO_PEERCRED || name == SO_PEERGROUPS || name == SO_PEERPIDFD;
  if (fails_on(socket, "ask a socket", 0)) return -1;
  if (is_daemon && level == SOL_SOCKET && is_about_peer) return describe(socket, name, value, length);
  if (is_daemon && level == SOL_SOCKET && name == SO_PASSRIGHTS) return refuses_descriptors(value, length);
  return (int)syscall(SYS_getsockopt, socket, level, name, value, length);
}

int setsockopt(int socket, int level, int name, const void *value, socklen_t length) {
  if (fails_on(socket, "configure a socket", 1)) return -1;
  if (is_daemon && level == SOL_SOCKET && name == SO_PASSRIGHTS) return refuses_descriptors(NULL, NULL);
  return (int)syscall(SYS_setsockopt, socket, level, name, value, length);
}

/* The processes of clients are none of this one's children. */
int waitid(idtype_t type, id_t id, siginfo_t *info, int options) {
  if (!is_daemon) return (int)syscall(SYS_waitid, type, id, info, options, NULL);
  errno = ECHILD;
  return -1;
}

int socket(int domain, int type, int protocol) {
  return fails("create", 0) ? -1 : opened((int)syscall(SYS_socket, domain, type, protocol), OTHER, NULL);
}

int accept4(int number, struct sockaddr *restrict address, socklen_t *restrict length, int flags) {
  if (is_daemon && simulation.is_dead) {
    errno = EAGAIN;
    return -1;
  }
  if (fails("accept", 0)) return -1;
  return opened((int)syscall(SYS_accept4, number, address, length, flags), SOCKET, NULL);
}

int bind(int number, const struct sockaddr *address, socklen_t length) {
  return fails("bind", 1) ? -1 : (int)syscall(SYS_bind, number, address, length);
}

int connect(int number, const struct sockaddr *address, socklen_t length) {
  return fails("connect", 1) ? -1 : (int)syscall(SYS_connect, number, address, length);
}

int shutdown(int number, int how) {
  if (fails_on(number, "shut", 1)) return -1;
  if (is_daemon) world.sent(world.context, client_of(number), 0);
  return (int)syscall(SYS_shutdown, number, how);
}

ssize_t send(int number, const void *bytes, size_t count, int flags) {
  if (is_daemon && number == STDERR_FILENO) {
    errno = ENOTSOCK;
    return -1;
  }
  if (fails_on(number, "send", 1)) return -1;
  ssize_t sent = syscall(SYS_sendto, number, bytes, taken(count), flags, NULL, 0);
  if (is_daemon && sent > 0) world.sent(world.context, client_of(number), (size_t)sent);
  return sent;
}

ssize_t sendmsg(int number, const struct msghdr *message, int flags) {
  return fails("notify", 1) ? -1 : syscall(SYS_sendmsg, number, message, flags);
}

ssize_t recvmsg(int number, struct msghdr *message, int flags) {
  if (is_daemon && simulation.is_dead) {
    errno = EAGAIN;
    return -1;
  }
  return fails_on(number, "receive", 0) ? -1 : syscall(SYS_recvmsg, number, message, flags);
}

int poll(struct pollfd *requests, nfds_t count, int timeout) {
  return fails("poll", 0) ? -1 : (int)syscall(SYS_poll, requests, count, timeout);
}

ssize_t recv(int number, void *bytes, size_t room, int flags) {
  return fails_on(number, "receive", 0) ? -1 : syscall(SYS_recvfrom, number, bytes, room, flags, NULL, NULL);
}

int fcntl(int number, int command, ...) {
  va_list more;
  va_start(more, command);
  long argument = va_arg(more, long);
  va_end(more);
  if (fails_on(number, "duplicate or configure", 0)) return -1;
  int result = (int)syscall(SYS_fcntl, number, command, argument);
  if (command != F_DUPFD_CLOEXEC || !is_daemon) return result;
  struct descriptor *old = &descriptors[number];
  return opened(result, old->is_open ? old->kind : OTHER, old->path);
}
