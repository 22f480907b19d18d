#include <systemd/sd-bus.h>

/* What the functions look like that are called. The library is not linked: it is loaded when one of
   them is first needed. */
typedef __typeof__(sd_bus_open_system) *open_system_bus;
typedef __typeof__(sd_bus_is_ready) *is_bus_ready;
typedef __typeof__(sd_bus_process) *process_bus;
typedef __typeof__(sd_bus_wait) *wait_for_bus;
typedef __typeof__(sd_bus_close_unref) *close_bus;
typedef __typeof__(sd_bus_set_method_call_timeout) *limit_bus_calls;
typedef __typeof__(sd_bus_error_free) *free_bus_error;
typedef __typeof__(sd_bus_get_fd) *get_bus_descriptor;
typedef __typeof__(sd_bus_get_events) *get_bus_events;
typedef __typeof__(sd_bus_match_signal_async) *match_bus_signal;

/* Calls the session of the process, or else the user's display session, with `sd_bus_call_method`,
   whose arguments Swift cannot pass. */
static inline int set_brightness_over_bus(
    void *call, sd_bus *bus, sd_bus_error *error, const char *subsystem, const char *name, uint32_t level) {
  return ((__typeof__(sd_bus_call_method) *)call)(
      bus, "org.freedesktop.login1", "/org/freedesktop/login1/session/auto", "org.freedesktop.login1.Session", "SetBrightness", error,
      NULL, "ssu", subsystem, name, level);
}

/* Asks logind what is inhibited, with `sd_bus_call_method_async`. */
static inline int ask_what_is_inhibited(void *call, sd_bus *bus, sd_bus_message_handler_t callback, void *data) {
  return ((__typeof__(sd_bus_call_method_async) *)call)(
      bus, NULL, "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.DBus.Properties", "Get", callback, data, "ss",
      "org.freedesktop.login1.Manager", "BlockInhibited");
}

/* The string in a reply to `Get`, valid until the reply is freed; NULL if the reply is an error.
   Reads it with `sd_bus_message_read`. */
static inline const char *text_of_property(void *read, sd_bus_message *reply) {
  const char *text = NULL;
  return ((__typeof__(sd_bus_message_read) *)read)(reply, "v", "s", &text) > 0 ? text : NULL;
}
