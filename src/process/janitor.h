/* The janitor: nothing that a command starts outlives it, however it ends.
 *
 * janitor_guard divides the calling process into three. The caller's own process only waits, hands
 * signals on, and ends as the command ended. Its child, the janitor, adopts every orphan below it,
 * also those that made sessions of their own. The command goes on in a child of the janitor. When
 * the command has ended, or the waiting process was killed, the janitor ends every process that is
 * left and removes the scratch folders; in the meantime it ends orphans that left their group, and
 * programs that fork without end. Should the janitor be killed, the command goes with it, and the
 * waiting process does the rest.
 *
 * Not for libraries: who calls our API has its own process and its own children. */
#ifndef TANDEM_PROCESS_JANITOR_H
#define TANDEM_PROCESS_JANITOR_H

/* Returns in the command's process, which has another pid; or in the caller's when the system gives
 * no processes. Before any thread, child or buffered output. */
void janitor_guard(void);

#endif
