#define _GNU_SOURCE

#include "floor.h"

#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static void put(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0 || write(file, text, strlen(text)) < 0) fail(path);
  close(file);
}

/* Needs no privilege if the kernel allows unprivileged user namespaces. */
static void mount_over_sys(const char *tree) {
  char map[64];
  uid_t user = geteuid();
  gid_t group = getegid();
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS) < 0) fail("user namespace");
  put("/proc/self/setgroups", "deny");
  snprintf(map, sizeof map, "0 %u 1", user);
  put("/proc/self/uid_map", map);
  snprintf(map, sizeof map, "0 %u 1", group);
  put("/proc/self/gid_map", map);
  if (mount(tree, "/sys", NULL, MS_BIND | MS_REC, NULL) < 0) fail(tree);
}

static pid_t spawned(char **words, int output) {
  pid_t process;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  if (posix_spawn(&process, words[0], &actions, NULL, words, environ) != 0) fail(words[0]);
  posix_spawn_file_actions_destroy(&actions);
  return process;
}

/* Slower, but for peak memory: a spawned process counts our memory as its own until it has executed
   the program. */
static pid_t forked(char **words, int output) {
  pid_t process = fork();
  if (process < 0) fail("fork");
  if (process > 0) return process;
  dup2(output, STDOUT_FILENO);
  execve(words[0], words, environ);
  _exit(127);
}

static int64_t nanoseconds(struct timeval time) {
  return time.tv_sec * 1000000000L + time.tv_usec * 1000L;
}

static void run(char **words, int output, pid_t (*begun)(char **, int)) {
  struct rusage usage;
  int status;
  int64_t start = nanoseconds_now();
  pid_t process = begun(words, output);
  if (wait4(process, &status, 0, &usage) < 0) fail("wait");
  int64_t wall = nanoseconds_now() - start;
  printf("%ld %ld %ld\n", wall, nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime), usage.ru_maxrss);
  if (status != 0) {
    fprintf(stderr, "%s %s ended with status %d\n", words[0], words[1], status);
    exit(1);
  }
}

void time_programs(const char *tree, int rounds, char **words) {
  char **programs[16];
  int count = 0;
  int output = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (output < 0) fail("/dev/null");
  programs[count++] = words;
  for (; *words; words++) {
    if (strcmp(*words, "--") != 0) continue;
    *words = NULL;
    if (count == 16) fail("too many programs");
    programs[count++] = words + 1;
  }
  mount_over_sys(tree);
  for (int round = 0; round < rounds; round++)
    for (int program = 0; program < count; program++) run(programs[program], output, spawned);
  for (int program = 0; program < count; program++) run(programs[program], output, forked);
  close(output);
}
