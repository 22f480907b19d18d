#ifndef SIMULATED_KERNEL_H
#define SIMULATED_KERNEL_H

/* The world below a daemon that runs in this process: time, threads, users and the files of lights
   are simulated, the rest is the kernel's.

   The functions of the C library through which the daemon reaches the kernel are defined here. A
   program that links this module calls them in place of the library's: the daemon's code is the one
   that ships, and knows nothing of it. Outside of a simulation, and for the world's own calls, they
   do what the library's do. */

#include <stdint.h>
#include <sys/types.h>

/* What the world does when the daemon comes to it; each gets the context. */
struct world {
  void *context;
  /* The daemon waits, and nothing is ready: the world takes its next step. */
  void (*sleeps)(void *context);
  /* The level that a light shows, as a text: its length, or an error number below zero. */
  long (*read_level)(void *context, const char *path, char *text, size_t room);
  /* Zero, or the number of the error. */
  int (*write_level)(void *context, const char *path, const char *text, size_t length);
  /* Whether a thread that is about to read or write a level has to wait. */
  int (*hangs)(void *context, const char *path, int is_write);
  /* Bytes that the daemon has sent to a client, by its number; none if it has shut the connection
     down or closed it. */
  void (*sent)(void *context, int client, size_t length);
  /* The error of a call that is to fail, or HALF; zero if it never does, and the next one has
     to. */
  int (*failure_code)(void *context, const char *call);
};

/* Where the simulation stands. */
struct simulation {
  /* Since boot, suspend included. */
  int64_t now, suspended;
  /* When the daemon's timer is due; zero for never. */
  int64_t alarm;
  /* Calls that the daemon has made. */
  int64_t calls;
  /* Turns of its loop since it last slept. */
  int turns;
  /* The daemon is killed before its call of this number; zero for not at all. */
  int64_t death;
  /* Its call of this number fails; zero for none. */
  int64_t failure;
  /* It writes less than it was told to in place of an error. */
  int is_short;
  /* The name of the call that failed, or before which it was killed, and the error. */
  const char *struck;
  int struck_code;
  /* The client whose connection that call was for, and the path of the file; -1 and empty for
     another call. */
  int struck_client;
  char struck_path[120];
  /* Set once it was killed: nothing that it does has an effect any more. */
  int is_dead;
  /* Files in the state folder cannot be written: there is no room. */
  int is_full;
  /* The kernel is older than Linux 6.16, which refuses descriptors that clients pass. */
  int is_old;
  /* Open descriptors of the daemon. */
  int descriptors;
};

struct simulation *simulation_state(void);

/* As the error: the call takes only half of the bytes. */
enum { HALF = -1 };

/* `root` is the path of the folder that stands for /sys. */
void simulation_begin(const struct world *world, const char *root, int64_t now);
void simulation_end(void);

/* Whose calls are made: the daemon's between these two, the world's outside of them. */
void enter_daemon(void);
void leave_daemon(void);

/* Kills the daemon: what it does from now on has no effect, until it has returned. */
void kill_daemon(void);
/* What the kernel does at the end of a process: its descriptors are closed, and signals that wait
   for it are dropped. */
void end_daemon(void);
/* Passes a duplicate of a descriptor to the daemon's next start, under this number. */
int pass_descriptor(int number, int as);
/* The numbers of descriptors are below. */
enum { MOST_DESCRIPTORS = 4096 };
/* Whether the daemon has a descriptor. */
int is_open_in_daemon(int number);

/* Threads of the daemon, each at a place where it waits for the world: they go on when the world
   says so, until the next such place. One that sleeps does not count until it is time, or until it
   is woken. */
int thread_count(void);
void run_thread(int index);

/* When the next of these is due: the timer, the alarm of a driver that hangs, a thread that sleeps.
   Zero for never. */
int64_t next_time(void);
/* The descriptors of such alarms, which last once they are made. */
int alarm_count(void);

/* The wall clock was set, or the machine has resumed. */
void change_clock(void);

/* A user's process as the kernel describes it to the daemon. The client's socket is bound to the
   name of its number. Returns a descriptor that becomes readable when the process has ended. */
int describe_client(int client, uid_t user, gid_t group, pid_t process, gid_t other_group);
void end_process(int client);
/* Connects a client's socket to an abstract name; -1 and `errno` if that fails. */
int connect_client(int client, const char *listener);
int listen_at(const char *name);
int notify_socket(const char *name);
/* Receives a datagram and the descriptor that came with it, or -1 in its place. */
long receive_notice(int socket, char *text, size_t room, int *descriptor);

/* fork(2), which Swift does not offer; this process has one thread, and the new one ends with
   it. */
pid_t fork_process(void);
/* Notes the names of the daemon's calls from now on, also in forked processes. */
void note_calls(void);
int64_t noted_calls(void);
const char *noted_call(int64_t number);

/* Memory that a forked process shares. */
void *share_memory(size_t size);
/* Makes addresses the same in every run; returns whether the program has to be started again for
   that. */
int fix_addresses(void);

#endif
