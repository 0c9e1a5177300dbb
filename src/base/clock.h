/* Wall and CPU time in seconds, for limits and statistics; results never depend on it. */
#ifndef TANDEM_BASE_CLOCK_H
#define TANDEM_BASE_CLOCK_H

/* Monotonic wall time. */
double clock_wall(void);
/* CPU time of this process, all threads. */
double clock_cpu(void);

#endif
