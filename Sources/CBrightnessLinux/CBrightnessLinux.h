#ifndef CLINUX_H
#define CLINUX_H

/* Linux functions and types that Swift's Glibc module lacks. */

/* Types that both know belong to Glibc: otherwise a file that uses `timespec` would have to import
   this module too. */
#ifdef __swift__
#pragma clang module import SwiftGlibc
#endif

#include <linux/filter.h>
#include <linux/i2c-dev.h>
#include <linux/i2c.h>
#include <malloc.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <unistd.h>

/* glibc shows the following only to programs that define _GNU_SOURCE, which would clash with
   Swift's Glibc module. */

int accept4(int socket, struct sockaddr *restrict address, socklen_t *restrict length, int flags);
int pipe2(int descriptors[2], int flags);
int sem_clockwait(sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict deadline);

/* Whether this process ignores a signal. SIG_IGN is a pointer to a function at no address that
   Swift could compare. */
static inline int ignores_signal(int number) {
  struct sigaction action;
  return sigaction(number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

/* Closes descriptors in another process, which has nothing else open and ends once the other end of
   the pipe `gate` is closed. The caller closes its own copies before that, so that the last close
   is there. A process like fork(2) makes, but it sends no signal when it ends, and the C library
   has no part in it. Returns its number, or -1. `kept` are the descriptors and `gate`, in ascending
   order. */
static inline pid_t close_in_process(const int *kept, unsigned count, int gate, int other_end) {
  pid_t process = (pid_t)syscall(SYS_clone, 0UL, 0UL, 0UL, 0UL, 0UL);
  if (process != 0) return process;
  syscall(SYS_close, other_end);
  unsigned next = 0;
  for (unsigned index = 0; index < count; index++) {
    unsigned number = (unsigned)kept[index];
    if (number > next) syscall(SYS_close_range, next, number - 1, 0U);
    next = number + 1;
  }
  syscall(SYS_close_range, next, ~0U, 0U);
  char byte;
  syscall(SYS_read, gate, &byte, 1UL);
  syscall(SYS_exit_group, 0);
  __builtin_unreachable();
}

/* `struct ucred`, as SO_PEERCRED and SCM_CREDENTIALS fill it in. */
struct peer_credentials {
  pid_t pid;
  uid_t uid;
  gid_t gid;
};

/* Since Linux 6.5; the headers of older systems lack it. */
#ifndef SO_PASSRIGHTS
#define SO_PASSRIGHTS 83
#endif
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

/* glibc has it for _GNU_SOURCE alone. */
#ifndef SCM_CREDENTIALS
#define SCM_CREDENTIALS 2
#endif

#endif
