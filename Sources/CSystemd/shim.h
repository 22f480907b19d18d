#include <systemd/sd-bus.h>

/* What the functions look like that are called. The library is not linked: it is loaded when one of them is first needed. */
typedef __typeof__(sd_bus_open_system) *open_system_bus;
typedef __typeof__(sd_bus_is_ready) *is_bus_ready;
typedef __typeof__(sd_bus_process) *process_bus;
typedef __typeof__(sd_bus_wait) *wait_for_bus;
typedef __typeof__(sd_bus_close_unref) *close_bus;
typedef __typeof__(sd_bus_message_new_method_call) *new_bus_call;
typedef __typeof__(sd_bus_message_append_basic) *append_to_bus_message;
typedef __typeof__(sd_bus_message_unref) *release_bus_message;
typedef __typeof__(sd_bus_call) *call_over_bus;
typedef __typeof__(sd_bus_error_free) *free_bus_error;
