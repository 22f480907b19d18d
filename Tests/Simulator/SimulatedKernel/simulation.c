/* Counts the daemon's calls, and decides which fail. */
#define _GNU_SOURCE
#include "kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct simulation simulation;
struct descriptor descriptors[MOST_DESCRIPTORS];
struct world world;
int is_daemon;
char root[120];

struct simulation *simulation_state(void) { return &simulation; }

void simulation_begin(const struct world *new_world, const char *new_root, int64_t now) {
  world = *new_world;
  strncpy(root, new_root, sizeof root - 1);
  simulation = (struct simulation){.now = now};
}

void simulation_end(void) {
  memset(&simulation, 0, sizeof simulation);
  memset(&world, 0, sizeof world);
}

void enter_daemon(void) { is_daemon = 1; }

void leave_daemon(void) { is_daemon = 0; }

void kill_daemon(void) { simulation.is_dead = 1; }

enum { MOST_NOTED = 100000 };
static const char **noted;

void note_calls(void) { noted = share_memory((MOST_NOTED + 1) * sizeof *noted); }

const char *noted_call(int64_t number) { return number <= MOST_NOTED ? noted[number] : NULL; }

int64_t noted_calls(void) {
  int64_t count = 0;
  while (count < MOST_NOTED && noted[count + 1]) count++;
  return count;
}

static void strike(const char *call, int code, int number, const char *path) {
  simulation.struck = call;
  simulation.struck_code = code;
  simulation.struck_client = number < 0 ? -1 : client_of(number);
  if (!path && number >= 0 && number < MOST_DESCRIPTORS && descriptors[number].is_open) path = descriptors[number].path;
  strncpy(simulation.struck_path, path ? path : "", sizeof simulation.struck_path - 1);
}

static int fails_for(const char *call, int is_change, int number, const char *path) {
  if (!is_daemon) return 0;
  simulation.calls++;
  if (noted && !simulation.failure && simulation.calls <= MOST_NOTED && !noted[simulation.calls]) noted[simulation.calls] = call;
  if (simulation.calls == simulation.death) {
    strike(call, 0, number, path);
    kill_daemon();
  }
  if (simulation.is_dead && is_change) {
    errno = EIO;
    return 1;
  }
  if (simulation.calls != simulation.failure) return 0;
  int code = IN_WORLD(failure_code(world.context, call));
  if (code == 0) {
    simulation.failure++;
    return 0;
  }
  strike(call, code, number, path);
  simulation.is_short = simulation.struck_code == HALF;
  errno = simulation.is_short ? EAGAIN : simulation.struck_code;
  return !simulation.is_short;
}

int fails(const char *call, int is_change) { return fails_for(call, is_change, -1, NULL); }

int fails_on(int number, const char *call, int is_change) { return fails_for(call, is_change, number, NULL); }

int fails_at(const char *path, const char *call, int is_change) { return fails_for(call, is_change, -1, path); }

int opened(int number, enum kind kind, const char *path) {
  if (!is_daemon || number < 0 || number >= MOST_DESCRIPTORS) return number;
  struct descriptor *descriptor = &descriptors[number];
  if (!descriptor->is_open) simulation.descriptors++;
  descriptor->is_open = 1;
  descriptor->kind = kind;
  strncpy(descriptor->path, path ? path : "", sizeof descriptor->path - 1);
  return number;
}

/* How many descriptors wait to be closed by another thread, and how many may: a user has at most
   128 inotify instances. */
static atomic_int closing;
enum { MOST_CLOSING = 8 };

/* Closes the descriptors whose numbers come through a pipe. */
static void *close_all(void *pipe) {
  int number;
  while (syscall(SYS_read, (int)(intptr_t)pipe, &number, sizeof number) == sizeof number) {
    syscall(SYS_close, number);
    closing--;
  }
  return NULL;
}

/* Above the numbers that the daemon gets, which must be the same in each run. */
static int move_up(int number) {
  int moved = (int)syscall(SYS_fcntl, number, F_DUPFD_CLOEXEC, 990);
  syscall(SYS_close, number);
  return moved;
}

/* The kernel needs some milliseconds to close an inotify instance, as long as for all else of a
   start. A thread waits for that. */
static int close_elsewhere(int number) {
  static int to_thread = -1;
  if (to_thread < 0) {
    int ends[2];
    if (syscall(SYS_pipe2, ends, O_CLOEXEC) < 0) return -1;
    to_thread = move_up(ends[1]);
    start_real_thread(close_all, (void *)(intptr_t)move_up(ends[0]));
  }
  if (closing >= MOST_CLOSING) return (int)syscall(SYS_close, number);
  closing++;
  number = move_up(number);
  return syscall(SYS_write, to_thread, &number, sizeof number) == sizeof number ? 0 : -1;
}

int close(int number) {
  int is_known = number >= 0 && number < MOST_DESCRIPTORS && descriptors[number].is_open;
  enum kind kind = is_known ? descriptors[number].kind : OTHER;
  if (is_daemon && kind == SOCKET) world.sent(world.context, client_of(number), 0);
  if (is_known) {
    descriptors[number].is_open = 0;
    simulation.descriptors--;
  }
  return kind == INOTIFY ? close_elsewhere(number) : (int)syscall(SYS_close, number);
}

void end_daemon(void) {
  static const struct timespec at_once;
  sigset_t signals;
  kill_daemon();
  end_threads();
  drop_sleepers();
  for (int number = 0; number < MOST_DESCRIPTORS; number++)
    if (descriptors[number].is_open) close(number);
  sigemptyset(&signals);
  for (const int *signal = (int[]){SIGTERM, SIGHUP, SIGUSR1, 0}; *signal; signal++) sigaddset(&signals, *signal);
  while (sigtimedwait(&signals, NULL, &at_once) > 0) {}
}

int pass_descriptor(int number, int as) {
  if (syscall(SYS_dup3, number, as, O_CLOEXEC) < 0) return -1;
  if (!descriptors[as].is_open) simulation.descriptors++;
  descriptors[as] = (struct descriptor){.is_open = 1, .kind = SOCKET};
  return as;
}

int is_open_in_daemon(int number) { return number >= 0 && number < MOST_DESCRIPTORS && descriptors[number].is_open; }

void *share_memory(size_t size) { return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0); }

pid_t fork_process(void) {
  pid_t process = fork();
  if (process == 0) prctl(PR_SET_PDEATHSIG, SIGKILL);
  return process;
}

int fix_addresses(void) {
  int now = personality(0xffffffff);
  if (now < 0 || now & ADDR_NO_RANDOMIZE) return 0;
  return personality((unsigned long)now | ADDR_NO_RANDOMIZE) >= 0;
}
