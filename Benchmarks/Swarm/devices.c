#define _GNU_SOURCE

#include "packets.h"
#include "swarm.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { MOST_EVENTS = 512, GROUPS = 100, ROUNDS = 5, LONGEST_TOPIC = 128 };
/* As many connections are made at a time, since mosquitto lets 100 wait. */
enum { WINDOW = 64 };
/* In milliseconds. */
enum { TICK = 5, RETRY_TICK = 20, PAUSE = 300, LONGEST_WAIT = 60000 };
/* As in Sources/Fleet/BackOff.swift, in milliseconds. */
enum { FIRST_DELAY = 1000, LONGEST_DELAY = 60000, MOST_DOUBLINGS = 6 };

enum state { AWAY, CONNECTING, GREETING, SUBSCRIBING, CONNECTED };

struct device {
  enum state state;
  int socket;
  int attempts;
  /* When it tries again. */
  double due;
  /* Its own random numbers, so that they can be had again. */
  unsigned short chance[3];
  struct inbox inbox;
};

static struct sockaddr_in broker;
static struct device *devices;
static int count, connected, epoll;

/* When each device received what was sent at `start`, and the number of them. */
static double *arrivals;
static int arrived;

/* When the broker first took a connection since the last storm began; 0 if it has not. */
static double reached;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static void begin_attempts(struct device *device) {
  device->attempts = 0;
  memset(device->chance, 0, sizeof device->chance);
  device->chance[0] = device - devices;
}

/* How long the device waits for its next attempt. */
static double next_delay(struct device *device) {
  double bound = FIRST_DELAY * (1 << (device->attempts < MOST_DOUBLINGS ? device->attempts : MOST_DOUBLINGS));
  device->attempts++;
  return erand48(device->chance) * (bound < LONGEST_DELAY ? bound : LONGEST_DELAY);
}

static void set_state(struct device *device, enum state state) {
  connected += (state == CONNECTED) - (device->state == CONNECTED);
  device->state = state;
}

static void lose(struct device *device) {
  close(device->socket);
  set_state(device, AWAY);
  device->inbox.size = 0;
  device->due = now() + next_delay(device);
}

static int new_socket(int flags) {
  int is_on = 1, end = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | flags, 0);
  if (end < 0) fail("socket");
  setsockopt(end, IPPROTO_TCP, TCP_NODELAY, &is_on, sizeof is_on);
  return end;
}

static void start(struct device *device) {
  struct epoll_event event = {.events = EPOLLOUT, .data.ptr = device};
  device->socket = new_socket(SOCK_NONBLOCK);
  set_state(device, CONNECTING);
  if (connect(device->socket, (struct sockaddr *)&broker, sizeof broker) < 0 && errno != EINPROGRESS) {
    lose(device);
  } else if (epoll_ctl(epoll, EPOLL_CTL_ADD, device->socket, &event) < 0) {
    fail("watch");
  }
}

/* Sends a packet, after which the device is in a state. */
static void advance(struct device *device, struct packet packet, enum state state) {
  if (transmit(device->socket, &packet)) {
    set_state(device, state);
  } else {
    lose(device);
  }
}

static void greet(struct device *device) {
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = device};
  char name[LONGEST_TOPIC], status[LONGEST_TOPIC];
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(device->socket, SOL_SOCKET, SO_ERROR, &error, &size);
  if (error) return lose(device);
  if (reached == 0) reached = now();
  if (epoll_ctl(epoll, EPOLL_CTL_MOD, device->socket, &event) < 0) fail("watch");
  snprintf(name, sizeof name, "sign-%ld", device - devices);
  snprintf(status, sizeof status, "brightnessd/device/%s/status", name);
  advance(device, connect_packet(name, status, "offline", true), GREETING);
}

static void subscribe(struct device *device) {
  long number = device - devices;
  char own[LONGEST_TOPIC], group[LONGEST_TOPIC];
  const char *filters[] = {"brightnessd/to/all/#", own, group, "brightnessd/session/+/+"};
  snprintf(own, sizeof own, "brightnessd/to/sign-%ld/#", number);
  snprintf(group, sizeof group, "brightnessd/to/floor-%ld/#", number % GROUPS);
  advance(device, subscribe_packet(filters, 4), SUBSCRIBING);
}

/* Publishes what a bridge does when it is connected. */
static void present(struct device *device) {
  static const char light[] =
      "{\"id\":\"backlight/panel\",\"kind\":\"panel\",\"level\":80,\"base\":80,\"floor\":1,\"state\":\"free\"}";
  char topic[LONGEST_TOPIC];
  snprintf(topic, sizeof topic, "brightnessd/device/sign-%ld/status", device - devices);
  advance(device, publish_packet(topic, "online", RETAINED), SUBSCRIBING);
  if (device->state == AWAY) return;
  snprintf(topic, sizeof topic, "brightnessd/device/sign-%ld/light/panel", device - devices);
  advance(device, publish_packet(topic, light, RETAINED), CONNECTED);
}

static void acknowledge(struct device *device, const struct received *publish) {
  const uint8_t *number = publish->body + text_size(publish->body);
  if (arrived < count) arrivals[arrived++] = now();
  advance(device, short_packet(PUBACK, number, 2), device->state);
}

static void handle(struct device *device, const struct received *packet) {
  switch (packet->kind) {
  case CONNACK:
    if (packet->body[1] != 0) give_up("the broker refuses a device");
    return subscribe(device);
  case SUBACK: return present(device);
  case PUBLISH: return acknowledge(device, packet);
  }
}

static void read_from(struct device *device) {
  struct received packet;
  size_t offset = 0;
  if (!receive(device->socket, &device->inbox)) return lose(device);
  while (take_packet(&device->inbox, &offset, &packet)) {
    handle(device, &packet);
    if (device->state == AWAY) return;
  }
  drop_packets(&device->inbox, offset);
}

/* Handles what happens, for at most some milliseconds. */
static void pump(int milliseconds) {
  struct epoll_event events[MOST_EVENTS];
  int ready = epoll_wait(epoll, events, MOST_EVENTS, milliseconds);
  for (int index = 0; index < ready; index++) {
    struct device *device = events[index].data.ptr;
    if (device->state == CONNECTING) {
      greet(device);
    } else if (device->state != AWAY) {
      read_from(device);
    }
  }
}

static void pump_until(double end) {
  while (now() < end) pump(TICK);
}

static void print(const char *name, double value) {
  printf("%s %.3f\n", name, value);
  fflush(stdout);
}

static int ascending(const void *left, const void *right) {
  double difference = *(const double *)left - *(const double *)right;
  return (difference > 0) - (difference < 0);
}

/* The value that 99 of 100 do not exceed. */
static double slow_one(double *values) {
  qsort(values, count, sizeof *values, ascending);
  return values[(count - 1) * 99 / 100];
}

static void connect_all(void) {
  double begin = now();
  int started = 0;
  while (connected < count) {
    while (started < count && started - connected < WINDOW) start(&devices[started++]);
    pump(TICK);
    if (now() - begin > LONGEST_WAIT) give_up("the devices cannot connect");
  }
  print("connected", now() - begin);
}

/* Waits until all devices have received what was sent. */
static void collect(const char *name, double begin) {
  while (arrived < count) {
    pump(TICK);
    if (now() - begin > LONGEST_WAIT) give_up("a message does not reach all devices");
  }
  print(name, slow_one(arrivals) - begin);
}

/* Sends a document of a session of its own to all devices, and ends without a goodbye. */
static void control(int round) {
  static const char document[] =
      "{\"scene\":{\"name\":\"evacuation\",\"claims\":[{\"rule\":\"exactly\",\"percent\":100}],\"priority\":\"high\"},"
      "\"leaseMilliseconds\":60000,\"graceMilliseconds\":250}";
  char topic[LONGEST_TOPIC], session[LONGEST_TOPIC], name[LONGEST_TOPIC];
  uint8_t answer[LONGEST_PACKET];
  snprintf(name, sizeof name, "guard-%d", round);
  snprintf(session, sizeof session, "brightnessd/session/guard/s%d", round);
  snprintf(topic, sizeof topic, "brightnessd/to/all/hold/guard/s%d", round);
  int end = new_socket(0);
  struct packet hello = connect_packet(name, session, "lost", false), publish = publish_packet(topic, document, 0);
  if (connect(end, (struct sockaddr *)&broker, sizeof broker) < 0) fail("connect");
  if (!transmit(end, &hello) || recv(end, answer, sizeof answer, 0) <= 0) fail("greet");
  pump_until(now() + PAUSE);
  arrived = 0;
  double begin = now();
  if (!transmit(end, &publish)) fail("publish");
  collect("document", begin);
  pump_until(now() + PAUSE);
  arrived = 0;
  begin = now();
  close(end);
  collect("will", begin);
}

/* When the same devices would be back if a connection took no time. */
static void print_schedule(double outage) {
  for (int index = 0; index < count; index++) {
    double time = 0;
    begin_attempts(&devices[index]);
    while (time < outage) time += next_delay(&devices[index]);
    arrivals[index] = time;
  }
  print("schedule_most", slow_one(arrivals));
  print("schedule_all", arrivals[count - 1]);
}

/* Waits for the end of the broker, and for the return of the devices. */
static void survive_storm(void) {
  for (int index = 0; index < count; index++) begin_attempts(&devices[index]);
  puts("ready");
  fflush(stdout);
  while (connected == count) pump(TICK);
  double begin = now();
  reached = 0;
  bool were_all_away = false, are_most_back = false;
  while (!were_all_away || connected < count) {
    double time = now();
    for (int index = 0; index < count; index++) {
      if (devices[index].state == AWAY && devices[index].due <= time) start(&devices[index]);
    }
    pump_until(time + RETRY_TICK);
    were_all_away |= connected == 0;
    if (were_all_away && !are_most_back && connected >= count - count / 100) {
      are_most_back = true;
      print("most", now() - begin);
    }
  }
  print("all", now() - begin);
  print_schedule(reached - begin);
  puts("over");
  fflush(stdout);
}

void swarm(const char *host, int port, int size) {
  broker = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons(port)};
  inet_pton(AF_INET, host, &broker.sin_addr);
  count = size;
  devices = calloc(count, sizeof *devices);
  arrivals = calloc(count, sizeof *arrivals);
  epoll = epoll_create1(EPOLL_CLOEXEC);
  connect_all();
  for (int round = 0; round < ROUNDS; round++) control(round);
  survive_storm();
  for (;;) pump(-1);
}
