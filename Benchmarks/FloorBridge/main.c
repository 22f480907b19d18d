#define _GNU_SOURCE

#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* A bridge without decisions, and a controller. Their topics are those of brightnessd-mqtt. */

enum { KEEP_ALIVE = 60, LONGEST_NAME = 64, MOST_SESSIONS = 16, MOST_EVENTS = 16, MOST_BYTES = 65536 };

/* What the callbacks of the library need. */
struct bridge {
  const char *path, *call;
  int epoll;
  struct {
    char name[LONGEST_NAME + 1];
    int socket;
  } sessions[MOST_SESSIONS];
};

/* Exits with the error of errno. */
static _Noreturn void fail(const char *what) {
  perror(what);
  exit(1);
}

static void check(int result, const char *what) {
  if (result == MOSQ_ERR_SUCCESS) return;
  fprintf(stderr, "%s: %s\n", what, mosquitto_strerror(result));
  _exit(1);
}

static void say(const char *line) {
  puts(line);
  fflush(stdout);
}

static struct mosquitto *new_client(const char *name, void *data) {
  mosquitto_lib_init();
  struct mosquitto *client = mosquitto_new(name, true, data);
  if (!client) fail("client");
  check(mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5), "version");
  check(mosquitto_int_option(client, MOSQ_OPT_TCP_NODELAY, 1), "delay");
  return client;
}

static void wait_for(int epoll, int operation, int socket, uint32_t events) {
  struct epoll_event event = {.events = events, .data.fd = socket};
  if (epoll_ctl(epoll, operation, socket, &event) < 0) fail("watch");
}

/* A connection to the daemon that has made the call. */
static int connect_and_call(const char *path, const char *call) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int end = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  if (connect(end, (struct sockaddr *)&address, sizeof address) < 0) fail(path);
  if (send(end, call, strlen(call) + 1, MSG_NOSIGNAL) < 0) fail("call");
  return end;
}

static void receive(struct mosquitto *client, void *data, const struct mosquitto_message *message) {
  struct bridge *bridge = data;
  const char *name = strrchr(message->topic, '/') + 1;
  int is_end = strstr(message->topic, "/session/") != NULL, free = -1;
  (void)client;
  for (int index = 0; index < MOST_SESSIONS; index++) {
    if (bridge->sessions[index].socket == 0) free = index;
    if (bridge->sessions[index].socket == 0 || strcmp(bridge->sessions[index].name, name) != 0) continue;
    if (!is_end) return;
    close(bridge->sessions[index].socket);
    bridge->sessions[index].socket = 0;
  }
  if (is_end || free < 0) return;
  strncpy(bridge->sessions[free].name, name, LONGEST_NAME);
  bridge->sessions[free].socket = connect_and_call(bridge->path, bridge->call);
  wait_for(bridge->epoll, EPOLL_CTL_ADD, bridge->sessions[free].socket, EPOLLIN);
}

static void subscribe(struct mosquitto *client, void *data, int result) {
  char *filters[] = {"brightnessd/to/floor/#", "brightnessd/session/+/+"};
  (void)data;
  check(result, "broker");
  check(mosquitto_subscribe_multiple(client, NULL, 2, filters, 1, 0, NULL), "subscribe");
}

static void subscribed(struct mosquitto *client, void *data, int number, int count, const int *answers) {
  (void)client, (void)data, (void)number, (void)count, (void)answers;
  say("ready");
}

static void read_from_broker(struct mosquitto *client) {
  int is_on = 1, socket = mosquitto_socket(client);
  check(mosquitto_loop_read(client, 1), "read");
  /* As brightnessd-mqtt does: a broker may hold a short message back until the one before it is
     acknowledged. */
  setsockopt(socket, IPPROTO_TCP, TCP_QUICKACK, &is_on, sizeof is_on);
}

/* The device `floor`: makes the call on a connection of its own for the document of each session of
   a broker, and closes it at the end of the session; prints a line when it has subscribed, and at
   each reply. */
static _Noreturn void bridge(const char *host, int port, const char *path, const char *call) {
  static char reply[MOST_BYTES];
  struct bridge bridge = {.path = path, .call = call, .epoll = epoll_create1(EPOLL_CLOEXEC)};
  struct mosquitto *client = new_client("floor", &bridge);
  mosquitto_connect_callback_set(client, subscribe);
  mosquitto_subscribe_callback_set(client, subscribed);
  mosquitto_message_callback_set(client, receive);
  check(mosquitto_connect(client, host, port, KEEP_ALIVE), host);
  int broker = mosquitto_socket(client);
  wait_for(bridge.epoll, EPOLL_CTL_ADD, broker, EPOLLIN);
  for (;;) {
    struct epoll_event events[MOST_EVENTS];
    wait_for(bridge.epoll, EPOLL_CTL_MOD, broker, mosquitto_want_write(client) ? EPOLLIN | EPOLLOUT : EPOLLIN);
    int count = epoll_wait(bridge.epoll, events, MOST_EVENTS, KEEP_ALIVE * 1000 / 4);
    if (count == 0) check(mosquitto_loop_misc(client), "keep alive");
    for (int index = 0; index < count; index++) {
      if (events[index].data.fd != broker) {
        if (read(events[index].data.fd, reply, sizeof reply) > 0) say("held");
        continue;
      }
      if (events[index].events & EPOLLIN) read_from_broker(client);
      if (events[index].events & EPOLLOUT) check(mosquitto_loop_write(client, 1), "write");
    }
  }
}

/* Publishes a document for a device to a broker, with a last will, and says goodbye at SIGTERM. */
static void control(const char *host, int port, const char *device, const char *session, const char *document) {
  char end[128], topic[128];
  sigset_t signals;
  int number;
  snprintf(end, sizeof end, "brightnessd/session/guard/%s", session);
  snprintf(topic, sizeof topic, "brightnessd/to/%s/hold/guard/%s", device, session);
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  /* Also in the thread that the library starts. */
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  struct mosquitto *client = new_client(session, NULL);
  check(mosquitto_will_set(client, end, 4, "lost", 1, false), "will");
  check(mosquitto_connect(client, host, port, KEEP_ALIVE), host);
  check(mosquitto_loop_start(client), "thread");
  check(mosquitto_publish(client, NULL, topic, (int)strlen(document), document, 1, false), "publish");
  sigwait(&signals, &number);
  check(mosquitto_publish(client, NULL, end, 5, "ended", 1, false), "publish");
  check(mosquitto_disconnect(client), "goodbye");
  mosquitto_loop_stop(client, false);
}

int main(int count, char **words) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (count == 6 && strcmp(words[1], "bridge") == 0) bridge(words[2], atoi(words[3]), words[4], words[5]);
  if (count == 7 && strcmp(words[1], "control") == 0) {
    control(words[2], atoi(words[3]), words[4], words[5], words[6]);
    return 0;
  }
  fputs("usage: floorbridge bridge HOST PORT SOCKET CALL\n"
        "       floorbridge control HOST PORT DEVICE SESSION DOCUMENT\n",
        stderr);
  return 2;
}
