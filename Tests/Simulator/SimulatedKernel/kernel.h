#ifndef KERNEL_H
#define KERNEL_H

#include "SimulatedKernel.h"

/* INTERNAL: within the process, where nothing fails. */
enum kind { OTHER, LEVEL, CLOCK, ALARM, SOCKET, INTERNAL, INOTIFY };

/* What is known of a descriptor of the daemon. */
struct descriptor {
  char is_open;
  enum kind kind;
  char path[120];
};


extern struct simulation simulation;
extern struct descriptor descriptors[MOST_DESCRIPTORS];
extern struct world world;
extern int is_daemon;
extern char root[120];

/* Calls a function of the world, whose own calls are not the daemon's. */
#define IN_WORLD(call) \
  ({ \
    is_daemon = 0; \
    __auto_type result = world.call; \
    is_daemon = 1; \
    result; \
  })

/* Counts a call of the daemon; returns whether it fails, with `errno` set. A call that only looks
   is made by a dead daemon too. */
int fails(const char *call, int is_change);
/* The same of a call for a descriptor, which may be the connection of a client. */
int fails_on(int number, const char *call, int is_change);
/* The same of a call for a file. */
int fails_at(const char *path, const char *call, int is_change);

/* How many of these bytes a call takes: half of them if it was to fail in this way. */
size_t taken(size_t count);

/* Notes a descriptor that the daemon has opened. */
int opened(int number, enum kind kind, const char *path);

/* The number of the client at the other end of a socket; -1 if there is none. */
int client_of(int socket);

/* Starts a thread of this process, which is none of the simulation. */
int start_real_thread(void *(*start)(void *), void *argument);
/* Whether a job's thread runs. */
int is_on_thread(void);
/* Gives back to the world until it runs this thread again. */
void yield_thread(void);
void end_threads(void);
/* Ends threads that wait for nothing but time. */
void drop_sleepers(void);
/* The thread that runs sleeps between its jobs, and does not end where it waits. */
void keep_thread(void);
/* When the next thread that sleeps goes on, on the clock that counts no suspend; zero for never. */
int64_t next_waking(void);

#endif
