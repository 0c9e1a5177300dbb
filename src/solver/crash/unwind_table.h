/* Where the function around an address begins, in a program without symbols: every program that is
 * made to unwind has a sorted table of its functions (the header of .eh_frame, as the Linux
 * Standard Base describes it). Read from the memory of a stopped process. */
#ifndef TANDEM_SOLVER_CRASH_UNWIND_TABLE_H
#define TANDEM_SOLVER_CRASH_UNWIND_TABLE_H

#include <stdint.h>
#include <sys/types.h>

/* `start` is the first address of the module that holds `address`. `address` itself when it cannot
 * be told. */
uint64_t unwind_table_function(pid_t process, uint64_t start, uint64_t address);

#endif
