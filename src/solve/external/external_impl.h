/* What the files of the external fuzzers share; for no one else. */
#ifndef TANDEM_SOLVE_EXTERNAL_EXTERNAL_IMPL_H
#define TANDEM_SOLVE_EXTERNAL_EXTERNAL_IMPL_H

#include "base/strbuf.h"
#include "emit/emit.h"
#include "solve/external/external.h"

struct external {
    term_bank *bank;
    box_set *boxes;
    external_config config;
    char *folder;     /* private; made when first needed */
    char *built;      /* the text that was compiled last */
    unsigned written; /* number of the next program */
    bool complained;  /* said what is wrong, which is enough once */
    strbuf message;
};

/* `folder`/name; caller frees. */
char *external_path(const external *x, const char *name);
/* Compiles program.c of the folder; false with the message set (empty: deadline or interrupt). */
bool external_build(external *x, const external_task *task);
typedef struct external_run {
    uint64_t executions;
    bool over;      /* deadline or interrupt */
    char *artifact; /* a folder with inputs that made it end, or NULL */
} external_run;
/* Runs the fuzzer once on the seeds in folder/seeds; false with the message set. */
bool external_run_once(external *x, const external_task *task, const emit_program *p,
                       unsigned attempt, external_run *run);

#endif
