/* Threads of jobs, which run only when the world says so: each has a stack of its own, and gives
   back at the files of lights. One that reads a sensor sleeps in between. */
#define _GNU_SOURCE
#include "kernel.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <ucontext.h>

enum { MOST_THREADS = 64, STACK = 256 * 1024 };

struct thread {
  ucontext_t context;
  void *(*start)(void *);
  void *argument;
  char *stack;
  int has_ended;
  /* Whether it sleeps where it waits, and then for what, and until when. */
  int is_kept;
  sem_t *bell;
  int64_t until;
};

static struct thread *threads[MOST_THREADS], *running;
static int count;
static ucontext_t rest;
static char *stacks[MOST_THREADS];
static int stack_count;

int is_on_thread(void) { return running != NULL; }

static int64_t awake_time(void) { return simulation.now - simulation.suspended; }

static int sleeps(const struct thread *thread) {
  int rung = 0;
  if (thread->bell) sem_getvalue(thread->bell, &rung);
  return thread->bell && rung == 0 && thread->until > awake_time();
}

/* The number of a thread among all, by that among those that do not sleep; -1 for none. */
static int place(int index) {
  for (int number = 0; number < count; number++)
    if (!sleeps(threads[number]) && index-- == 0) return number;
  return -1;
}

int thread_count(void) {
  int busy = 0;
  while (place(busy) >= 0) busy++;
  return busy;
}

int64_t next_waking(void) {
  int64_t first = 0;
  for (int number = 0; number < count; number++)
    if (sleeps(threads[number]) && (!first || threads[number]->until < first)) first = threads[number]->until;
  return first;
}

void keep_thread(void) {
  if (running) running->is_kept = 1;
}

static void begin(void) {
  running->start(running->argument);
  running->has_ended = 1;
}

pthread_t pthread_self(void) {
  static pthread_t (*library)(void);
  if (running) return (pthread_t)running;
  if (!library) library = (pthread_t(*)(void))dlsym(RTLD_NEXT, "pthread_self");
  return library();
}

static int start_thread(pthread_t *thread, void *(*start)(void *), void *argument) {
  struct thread *new = count < MOST_THREADS ? calloc(1, sizeof *new) : NULL;
  if (!new) return EAGAIN;
  *new = (struct thread){.start = start, .argument = argument};
  new->stack = stack_count ? stacks[--stack_count] : malloc(STACK);
  getcontext(&new->context);
  new->context.uc_stack.ss_sp = new->stack;
  new->context.uc_stack.ss_size = STACK;
  new->context.uc_link = &rest;
  makecontext(&new->context, begin, 0);
  threads[count++] = new;
  *thread = (pthread_t)new;
  return 0;
}

static int create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  static int (*library)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  if (!library) library = (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))dlsym(RTLD_NEXT, "pthread_create");
  return library(thread, attributes, start, argument);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument) {
  if (is_daemon) return fails("start a thread", 0) ? errno : start_thread(thread, start, argument);
  return create(thread, attributes, start, argument);
}

int start_real_thread(void *(*start)(void *), void *argument) {
  pthread_t thread;
  return create(&thread, NULL, start, argument);
}

static int sleep_until(sem_t *semaphore, int64_t until) {
  struct thread *self = running;
  self->bell = semaphore;
  self->until = until;
  int rung;
  while ((rung = sem_trywait(semaphore)) != 0 && awake_time() < until) yield_thread();
  self->bell = NULL;
  if (rung != 0) errno = ETIMEDOUT;
  return rung;
}

/* A thread without a job ends, unless it is kept. */
int sem_clockwait(sem_t *restrict semaphore, clockid_t clock, const struct timespec *restrict deadline) {
  static int (*library)(sem_t *, clockid_t, const struct timespec *);
  if (running && running->is_kept) {
    int64_t seconds = deadline->tv_sec < INT32_MAX ? deadline->tv_sec : INT32_MAX;
    return sleep_until(semaphore, seconds * 1000000000 + deadline->tv_nsec);
  }
  if (running) {
    errno = ETIMEDOUT;
    return -1;
  }
  if (!library) library = (int (*)(sem_t *, clockid_t, const struct timespec *))dlsym(RTLD_NEXT, "sem_clockwait");
  return library(semaphore, clock, deadline);
}

void yield_thread(void) {
  int code = errno;
  struct thread *self = running;
  running = NULL;
  swapcontext(&self->context, &rest);
  running = self;
  errno = code;
}

static void forget(int number) {
  stacks[stack_count++] = threads[number]->stack;
  free(threads[number]);
  count--;
  for (; number < count; number++) threads[number] = threads[number + 1];
}

void run_thread(int index) {
  int number = place(index);
  struct thread *thread = threads[number];
  int was_daemon = is_daemon;
  running = thread;
  is_daemon = 1;
  swapcontext(&rest, &thread->context);
  running = NULL;
  is_daemon = was_daemon;
  if (thread->has_ended) forget(number);
}

void end_threads(void) {
  while (thread_count()) run_thread(0);
}

void drop_sleepers(void) {
  while (count) forget(0);
}
