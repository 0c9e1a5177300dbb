/* A program's start-up, done once for many runs: the server itself runs the program, up to the point
 * where a run could begin to differ from others or be seen from outside. That is its first system call that
 * does more than to manage its own memory, to ask who it is, or to read files that are the same for all runs (each
 * opens them again); and its first look at the clock, which is no system call: the kernel's page with the time is
 * closed meanwhile. So there are no threads and no children of its own then, and no input has been read, provided
 * that arguments and environment are the same in all runs. */
#ifndef TANDEM_RUNTIME_HOST_LATE_H
#define TANDEM_RUNTIME_HOST_LATE_H

#include <stdbool.h>

/* From here on the program's system calls are looked at. At that point `serve` is called, once; where it
 * returns, in forks of this process, the program goes on. False: this system cannot do it. */
bool tandem_late_watch(void (*serve)(void));

#endif
