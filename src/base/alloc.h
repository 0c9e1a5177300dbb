/* Memory that cannot fail to be there.
 *
 * Every allocation of the toolkit goes through these functions. When the system has no memory left
 * the process ends with exit code TANDEM_EXIT_OOM and one line on stderr: no caller checks for
 * NULL. Not for code that is linked into target programs (runtime/), which must never end its host.
 */
#ifndef TANDEM_BASE_ALLOC_H
#define TANDEM_BASE_ALLOC_H

#include <stddef.h>

enum { TANDEM_EXIT_OOM = 71 };

void *base_alloc(size_t size);
void *base_alloc_zero(size_t count, size_t size);
void *base_realloc(void *block, size_t size);
char *base_strdup(const char *text);
char *base_strndup(const char *text, size_t length);

/* Who is told before the process ends, if it happens in this thread; NULL: nobody. The one variable of the layer: allocation
 * has no context. The handler may leave by longjmp. */
typedef void (*base_memory_handler)(void *user, const char *message);
void base_on_out_of_memory(base_memory_handler handler, void *user);

/* Ends the process as described above; `what` names what was asked for. */
_Noreturn void base_out_of_memory(const char *what, size_t size);

#endif
