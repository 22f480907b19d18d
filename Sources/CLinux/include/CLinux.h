#ifndef CLINUX_H
#define CLINUX_H

/* What Linux offers and Swift's Glibc module does not; nothing here has code of its own. */

#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/types.h>

/* glibc shows the following only to programs that define _GNU_SOURCE, which would clash with Swift's Glibc module. */

int accept4(int socket, struct sockaddr *restrict address, socklen_t *restrict length, int flags);
int pipe2(int descriptors[2], int flags);

/* `struct ucred`, as SO_PEERCRED fills it in. */
struct peer_credentials {
  pid_t pid;
  uid_t uid;
  gid_t gid;
};

/* Since Linux 6.5; the headers of older systems lack it. */
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

#endif
