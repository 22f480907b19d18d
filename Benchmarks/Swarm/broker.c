#define _GNU_SOURCE

#include "packets.h"
#include "swarm.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

enum { MOST_EVENTS = 256, BACKLOG = 4096 };

struct client {
  int socket;
  struct client *next, *previous;
  bool has_subscribed, has_published;
  struct packet will;
  struct inbox inbox;
};

/* A ring of all clients. */
static struct client all = {.next = &all, .previous = &all};

static void send_to_all(const struct packet *packet) {
  for (struct client *client = all.next; client != &all; client = client->next) {
    if (client->has_subscribed) transmit(client->socket, packet);
  }
}

/* The will of a connection as the message that it becomes. */
static struct packet will_of(const struct received *connect) {
  char topic[LONGEST_PACKET] = "", payload[LONGEST_PACKET] = "";
  const uint8_t *bytes = connect->body;
  bytes += text_size(bytes) + 5;
  bytes += text_size(bytes) + 1;
  memcpy(topic, bytes + 2, text_size(bytes) - 2);
  bytes += text_size(bytes);
  memcpy(payload, bytes + 2, text_size(bytes) - 2);
  return publish_packet(topic, payload, 0);
}

static void answer(struct client *client, const struct received *received) {
  struct packet packet;
  switch (received->kind) {
  case CONNECT:
    client->will = will_of(received);
    packet = short_packet(CONNACK, (uint8_t[]){0, 0, 0}, 3);
    transmit(client->socket, &packet);
    break;
  case SUBSCRIBE:
    client->has_subscribed = true;
    packet = short_packet(SUBACK, (uint8_t[]){received->body[0], received->body[1], 0, 1}, 4);
    transmit(client->socket, &packet);
    break;
  case PUBLISH:
    if (received->flags & RETAINED) break;
    client->has_published = true;
    /* Its head and its length are before the body. */
    packet.size = received->size + (received->size < 128 ? 2 : 3);
    memcpy(packet.bytes, received->body + received->size - packet.size, packet.size);
    send_to_all(&packet);
    break;
  }
}

static void end(struct client *client) {
  close(client->socket);
  client->next->previous = client->previous;
  client->previous->next = client->next;
  if (client->has_published) send_to_all(&client->will);
  free(client);
}

static void read_from(struct client *client) {
  struct received packet;
  size_t offset = 0;
  bool is_open = receive(client->socket, &client->inbox);
  while (take_packet(&client->inbox, &offset, &packet)) answer(client, &packet);
  drop_packets(&client->inbox, offset);
  if (!is_open) end(client);
}

static void accept_client(int epoll, int listener) {
  struct client *client = calloc(1, sizeof *client);
  int is_on = 1;
  client->socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (client->socket < 0) fail("accept");
  setsockopt(client->socket, IPPROTO_TCP, TCP_NODELAY, &is_on, sizeof is_on);
  client->next = all.next;
  client->previous = &all;
  all.next->previous = client;
  all.next = client;
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = client};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, client->socket, &event) < 0) fail("watch");
}

void serve(const char *host, int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL}, events[MOST_EVENTS];
  int epoll = epoll_create1(EPOLL_CLOEXEC), is_on = 1;
  int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  inet_pton(AF_INET, host, &address.sin_addr);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &is_on, sizeof is_on);
  if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || listen(listener, BACKLOG) < 0) fail(host);
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event) < 0) fail("watch");
  puts("running");
  fflush(stdout);
  for (;;) {
    int count = epoll_wait(epoll, events, MOST_EVENTS, -1);
    for (int index = 0; index < count; index++) {
      if (events[index].data.ptr) {
        read_from(events[index].data.ptr);
      } else {
        accept_client(epoll, listener);
      }
    }
  }
}
