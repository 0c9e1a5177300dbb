/* The instrumented modules of the program: numbers for their sites and coverage guards. */
#ifndef TANDEM_RUNTIME_CORE_MODULES_H
#define TANDEM_RUNTIME_CORE_MODULES_H

#include "runtime/core/state.h"

/* Tells the host how many modules, sites and guards there are. */
void tandem_modules_publish(tandem_shared *s);
/* Writes a line for each site, in order, to the file `sites` in this folder: file, function and
 * line with tabs between; before them a line `# NAME COUNT` for each reason why places in the code
 * were made concrete. */
bool tandem_modules_describe(const char *folder);
/* Counters are there from now on: as many as there can be. */
void tandem_modules_count(uint8_t *coverage);
/* Coverage goes nowhere again. */
void tandem_modules_detach(void);
/* Whether the description of one lies in this memory. */
bool tandem_modules_in(uintptr_t base, size_t bytes);
const tandem_site *tandem_site_at(uint32_t site);
/* What the modules say of a function that is defined elsewhere; NULL: nothing. */
const tandem_prototype *tandem_modules_prototype(const char *name);

/* What SanitizerCoverage calls, where lines are counted. */
void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop);

#endif
