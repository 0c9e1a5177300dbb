/* Someone who is told what happens, line by line, while it does. */
#ifndef TANDEM_PROVE_LISTENER_H
#define TANDEM_PROVE_LISTENER_H

typedef struct listener {
    void (*tell)(void *context, const char *line); /* may be NULL: nobody listens */
    void *context;
} listener;

void listener_tell(const listener *l, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
