/* Time, and the place where the daemon waits. */
#define _GNU_SOURCE
#include "kernel.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { SECOND = 1000000000 };

/* Each look at the clock takes some time, so that what the daemon does takes time too. */
static const int64_t look = 2000;
/* Turns of the loop after which it is taken not to sleep any more. */
static const int longest_rush = 200000;
static int clock_change = -1;
/* The alarm beside the loop's timer, and when it is due on the clock that counts no suspend; zero
   for never. */
static int alarm_number = -1;
static int64_t alarm_time;

static int has_alarm(void) {
  return alarm_number >= 0 && descriptors[alarm_number].is_open && descriptors[alarm_number].kind == ALARM;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!world.context) return (int)syscall(SYS_clock_gettime, clock, time);
  if (is_daemon) simulation.now += look;
  int64_t now = clock == CLOCK_MONOTONIC ? simulation.now - simulation.suspended : simulation.now;
  time->tv_sec = now / SECOND;
  time->tv_nsec = now % SECOND;
  return 0;
}

int timerfd_create(clockid_t clock, int flags) {
  if (fails("create", 0)) return -1;
  if (!is_daemon || clock == CLOCK_BOOTTIME) return opened((int)syscall(SYS_timerfd_create, clock, flags), INTERNAL, NULL);
  int number = (int)syscall(SYS_eventfd2, 0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (clock == CLOCK_REALTIME) return opened(clock_change = number, CLOCK, NULL);
  alarm_time = 0;
  return opened(alarm_number = number, ALARM, NULL);
}

static void set_alarm(int64_t duration) {
  uint64_t count;
  alarm_time = duration ? simulation.now - simulation.suspended + duration : 0;
  if (syscall(SYS_read, alarm_number, &count, sizeof count) < 0) errno = 0;
}

static void ring_alarm(void) {
  static const uint64_t one = 1;
  if (!has_alarm() || !alarm_time || simulation.now - simulation.suspended < alarm_time) return;
  alarm_time = 0;
  if (syscall(SYS_write, alarm_number, &one, sizeof one) < 0) abort();
}

int alarm_count(void) { return has_alarm(); }

static int64_t earlier(int64_t one, int64_t other) { return one && (!other || one < other) ? one : other; }

int64_t next_time(void) {
  int64_t awake = earlier(has_alarm() ? alarm_time : 0, next_waking());
  return earlier(simulation.alarm, awake ? awake + simulation.suspended : 0);
}

/* The kernel's timer is never set: the world looks at the time when the daemon waits. */
int timerfd_settime(int number, int flags, const struct itimerspec *new, struct itimerspec *old) {
  if (!is_daemon) return (int)syscall(SYS_timerfd_settime, number, flags, new, old);
  int64_t time = new->it_value.tv_sec * (int64_t)SECOND + new->it_value.tv_nsec;
  if (descriptors[number].kind == ALARM) set_alarm(time);
  if (descriptors[number].kind == INTERNAL) simulation.alarm = time;
  return 0;
}

void change_clock(void) {
  uint64_t one = 1;
  if (clock_change >= 0 && descriptors[clock_change].is_open && write(clock_change, &one, sizeof one) < 0) clock_change = -1;
}

static int is_due(void) { return simulation.alarm && simulation.now >= simulation.alarm; }

/* A dead daemon is told to end, and all the time that it may take for that passes at once. */
static void hurry(void) {
  end_threads();
  simulation.now += 3 * (int64_t)SECOND;
  kill(getpid(), SIGTERM);
}

int epoll_wait(int number, struct epoll_event *events, int room, int timeout) {
  while (1) {
    if (is_daemon) ring_alarm();
    int count = (int)syscall(SYS_epoll_pwait, number, events, room, is_daemon ? 0 : timeout, NULL, 0);
    if (!is_daemon) return count;
    if (simulation.turns++ > longest_rush) {
      dprintf(STDERR_FILENO, "the daemon's loop does not sleep\n");
      abort();
    }
    if (simulation.is_dead) hurry();
    if (count != 0 || timeout == 0 || simulation.is_dead || is_due()) return count;
    simulation.turns = 0;
    is_daemon = 0;
    world.sleeps(world.context);
    is_daemon = 1;
  }
}

int epoll_create1(int flags) { return fails("create", 0) ? -1 : opened((int)syscall(SYS_epoll_create1, flags), INTERNAL, NULL); }

int epoll_ctl(int number, int operation, int other, struct epoll_event *event) {
  return operation != EPOLL_CTL_DEL && fails_on(other, "watch", 0) ? -1 : (int)syscall(SYS_epoll_ctl, number, operation, other, event);
}

int eventfd(unsigned count, int flags) { return fails("create", 0) ? -1 : opened((int)syscall(SYS_eventfd2, count, flags), INTERNAL, NULL); }

int signalfd(int number, const sigset_t *signals, int flags) {
  return fails("watch", 0) ? -1 : opened((int)syscall(SYS_signalfd4, number, signals, _NSIG / 8, flags), INTERNAL, NULL);
}
