/* Where a run broke: its stack when a signal ends it, or what AddressSanitizer reports. Written to
 * the file `broken` in the control folder, in runs that ask for it (TANDEM_RUN_TELL). */
#ifndef TANDEM_RUNTIME_HOST_BROKEN_H
#define TANDEM_RUNTIME_HOST_BROKEN_H

/* Once, before the program's main. */
void tandem_broken_watch(void);

#endif
