/* Runs a program step by step, a step being a system call by which it changes what is outside of
   it, and kills it at one.

     Stepper COMMAND PROGRAM ARGUMENT...

   The first command is an argument, and each line that is read from then on is another, and printed
   when it is obeyed:

     wait        steps are not printed any more
     trace       each step is printed from now on, in a line
     before N    the same, and the program is killed before the Nth of them is made
     after N     the same, and the program is killed when the Nth of them is made
     pause N     the same, and the thread that is about to make the Nth of them hangs
     go          it hangs no more
     signal N    the program gets a signal

   Steps that are printed before a command were made before it took effect.

   Ends as the program does. ptrace(2) sees the calls, so none is missed, whatever library they come
   from. */
#define _GNU_SOURCE
#include "stepper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t program;
static int is_tracing, count, kill_before, kill_after, pause_before;
/* The thread that makes the step after which all end, and the one that hangs. */
static pid_t last_thread, hanging_thread;

static void die(const char *what) {
  fprintf(stderr, "cannot %s: %s\n", what, strerror(errno));
  exit(1);
}

static void let_go(void) {
  ptrace(PTRACE_SYSCALL, hanging_thread, 0, NULL);
  hanging_thread = 0;
}

static void obey(const char *command) {
  int signal;
  if (sscanf(command, "signal %d", &signal) == 1) {
    kill(program, signal);
  } else if (strcmp(command, "go") == 0) {
    let_go();
  } else {
    is_tracing = strcmp(command, "wait") != 0;
    count = kill_before = kill_after = pause_before = 0;
    sscanf(command, "before %d", &kill_before);
    sscanf(command, "after %d", &kill_after);
    sscanf(command, "pause %d", &pause_before);
  }
}

static void kill_program(void) {
  kill(program, SIGKILL);
  puts("killed");
}

/* A call that has not begun is not made any more by a thread that was killed. */
static void begin_call(pid_t thread, const struct __ptrace_syscall_info *call) {
  char name[256];
  if (!is_tracing || !name_step(thread, call->entry.nr, (const unsigned long long *)call->entry.args, name, sizeof name))
    return;
  count++;
  if (count == kill_before) {
    kill_program();
    is_tracing = 0;
    return;
  }
  puts(name);
  if (count == kill_after) last_thread = thread;
  if (count == pause_before) hanging_thread = thread;
}

static void end_call(pid_t thread) {
  if (thread != last_thread) return;
  last_thread = is_tracing = 0;
  kill_program();
}

static void see_call(pid_t thread) {
  struct __ptrace_syscall_info call;
  if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof call, &call) <= 0) return;
  if (call.op == PTRACE_SYSCALL_INFO_ENTRY) begin_call(thread, &call);
  if (call.op == PTRACE_SYSCALL_INFO_EXIT) end_call(thread);
}

static void end_like(int status) {
  if (WIFSIGNALED(status)) {
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  exit(WEXITSTATUS(status));
}

static void see_stop(pid_t thread, int status) {
  int signal = WSTOPSIG(status);
  if (signal == (SIGTRAP | 0x80)) see_call(thread);
  if (thread == hanging_thread) return;
  /* A new thread begins stopped. */
  int is_own = signal == (SIGTRAP | 0x80) || signal == SIGSTOP || status >> 16;
  ptrace(PTRACE_SYSCALL, thread, 0, (void *)(long)(is_own ? 0 : signal));
}

static void see_changes(void) {
  int status;
  pid_t thread;
  while ((thread = waitpid(-1, &status, __WALL | WNOHANG)) > 0) {
    if (WIFSTOPPED(status)) see_stop(thread, status);
    else if (thread == program) end_like(status);
  }
}

static void read_commands(void) {
  static char text[256];
  static size_t length;
  ssize_t more = read(STDIN_FILENO, text + length, sizeof text - length - 1);
  /* The process that gave commands has ended, and the program ends with it. */
  if (more <= 0) exit(1);
  length += more;
  text[length] = 0;
  for (char *end; (end = strchr(text, '\n')); length = strlen(text)) {
    *end = 0;
    obey(text);
    puts(text);
    memmove(text, end + 1, strlen(end + 1) + 1);
  }
}

static void start(char **words) {
  program = fork();
  if (program < 0) die("fork");
  if (program == 0) {
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    ptrace(PTRACE_TRACEME, 0, 0, NULL);
    raise(SIGSTOP);
    execv(words[0], words);
    die("start the program");
  }
  int status;
  if (waitpid(program, &status, 0) != program || !WIFSTOPPED(status)) die("stop the program");
  long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
  if (ptrace(PTRACE_SETOPTIONS, program, 0, (void *)options) < 0) die("trace the program");
}

int main(int argument_count, char **arguments) {
  if (argument_count < 3) return 2;
  setvbuf(stdout, NULL, _IOLBF, 0);
  obey(arguments[1]);
  start(arguments + 2);
  sigset_t changes;
  sigemptyset(&changes);
  sigaddset(&changes, SIGCHLD);
  sigprocmask(SIG_BLOCK, &changes, NULL);
  struct pollfd sources[] = {{signalfd(-1, &changes, SFD_NONBLOCK), POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
  ptrace(PTRACE_SYSCALL, program, 0, NULL);
  while (poll(sources, 2, -1) > 0) {
    struct signalfd_siginfo ignored;
    while (read(sources[0].fd, &ignored, sizeof ignored) > 0) {}
    see_changes();
    if (sources[1].revents) read_commands();
  }
}
