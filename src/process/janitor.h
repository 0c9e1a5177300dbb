/* Removes a scratch folder when this process is gone, however it ended: a small process of its own
 * that waits for that. For folders that other programs fill while we may be ended at any moment. */
#ifndef TANDEM_PROCESS_JANITOR_H
#define TANDEM_PROCESS_JANITOR_H

/* A handle for janitor_dismiss; -1 when there is none, which only means that nobody cleans up after
 * a sudden end. */
int janitor_hire(const char *folder);
/* The folder has been removed in good order. */
void janitor_dismiss(int janitor);

#endif
