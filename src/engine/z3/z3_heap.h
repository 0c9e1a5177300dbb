/* Memory for libz3, made ready before its first context. A context fills tables of 18 MB; page by page that takes
 * longer than all else in a small check, in large pages a fraction of it. For a process that is libz3's alone: it
 * changes how malloc grows. */
#ifndef TANDEM_ENGINE_Z3_Z3_HEAP_H
#define TANDEM_ENGINE_Z3_Z3_HEAP_H

/* Without effect where the system has no large pages, or does not give the room. */
void z3_heap_prepare(void);

#endif
