#include "packets.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

/* Longer than any run, so that nobody has to send pings. */
enum { KEEP_ALIVE = 1200, VERSION = 5, CLEAN_START = 2, WILL_AT_QOS_1 = 4 | 8, WILL_RETAIN = 32 };
/* QoS 1, the retain flag as published, and no kept copies: as brightnessd-mqtt subscribes. */
enum { SUBSCRIPTION = 1 | 1 << 3 | 2 << 4 };

void fail(const char *what) {
  perror(what);
  exit(1);
}

void give_up(const char *text) {
  fprintf(stderr, "%s\n", text);
  exit(1);
}

static void add_byte(struct packet *packet, uint8_t byte) {
  if (packet->size == sizeof packet->bytes) give_up("a packet is too long");
  packet->bytes[packet->size++] = byte;
}

static void add_number(struct packet *packet, size_t number) {
  add_byte(packet, number >> 8);
  add_byte(packet, number & 255);
}

static void add_bytes(struct packet *packet, const uint8_t *bytes, size_t size) {
  for (size_t index = 0; index < size; index++) add_byte(packet, bytes[index]);
}

static void add_text(struct packet *packet, const char *text) {
  add_number(packet, strlen(text));
  add_bytes(packet, (const uint8_t *)text, strlen(text));
}

static struct packet framed(int kind, uint8_t flags, const uint8_t *body, size_t size) {
  struct packet packet = {.size = 0};
  add_byte(&packet, kind << 4 | flags);
  for (size_t rest = size;;) {
    uint8_t digit = rest & 127;
    rest >>= 7;
    add_byte(&packet, rest ? digit | 128 : digit);
    if (rest == 0) break;
  }
  add_bytes(&packet, body, size);
  return packet;
}

struct packet connect_packet(const char *client, const char *will_topic, const char *will, bool is_retained) {
  struct packet body = {.size = 0};
  add_text(&body, "MQTT");
  add_byte(&body, VERSION);
  add_byte(&body, CLEAN_START | (will_topic ? WILL_AT_QOS_1 : 0) | (is_retained ? WILL_RETAIN : 0));
  add_number(&body, KEEP_ALIVE);
  add_byte(&body, 0);
  add_text(&body, client);
  if (will_topic) {
    add_byte(&body, 0);
    add_text(&body, will_topic);
    add_text(&body, will);
  }
  return framed(CONNECT, 0, body.bytes, body.size);
}

struct packet subscribe_packet(const char **filters, int count) {
  struct packet body = {.size = 0};
  add_number(&body, 1);
  add_byte(&body, 0);
  for (int index = 0; index < count; index++) {
    add_text(&body, filters[index]);
    add_byte(&body, SUBSCRIPTION);
  }
  return framed(SUBSCRIBE, 2, body.bytes, body.size);
}

struct packet publish_packet(const char *topic, const char *payload, uint8_t flags) {
  struct packet body = {.size = 0};
  add_text(&body, topic);
  add_number(&body, 1);
  add_byte(&body, 0);
  add_bytes(&body, (const uint8_t *)payload, strlen(payload));
  return framed(PUBLISH, flags | 1 << 1, body.bytes, body.size);
}

struct packet short_packet(int kind, const uint8_t *body, size_t size) {
  return framed(kind, 0, body, size);
}

bool receive(int socket, struct inbox *inbox) {
  ssize_t count = recv(socket, inbox->bytes + inbox->size, sizeof inbox->bytes - inbox->size, MSG_DONTWAIT);
  if (count > 0) inbox->size += count;
  return count > 0 || (count < 0 && errno == EAGAIN);
}

bool take_packet(const struct inbox *inbox, size_t *offset, struct received *packet) {
  const uint8_t *bytes = inbox->bytes + *offset;
  size_t left = inbox->size - *offset, head = 1, size = 0;
  for (int shift = 0;; shift += 7) {
    if (head >= left) return false;
    size |= (size_t)(bytes[head] & 127) << shift;
    if (!(bytes[head++] & 128)) break;
  }
  if (head + size > LONGEST_PACKET) give_up("a received packet is too long");
  if (head + size > left) return false;
  *packet = (struct received){.kind = bytes[0] >> 4, .flags = bytes[0] & 15, .body = bytes + head, .size = size};
  *offset += head + size;
  return true;
}

void drop_packets(struct inbox *inbox, size_t offset) {
  inbox->size -= offset;
  memmove(inbox->bytes, inbox->bytes + offset, inbox->size);
}

bool transmit(int socket, const struct packet *packet) {
  ssize_t count = send(socket, packet->bytes, packet->size, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (count < 0 && errno == EAGAIN) give_up("a connection takes no more");
  return count == (ssize_t)packet->size;
}

size_t text_size(const uint8_t *bytes) {
  return 2 + (bytes[0] << 8 | bytes[1]);
}
