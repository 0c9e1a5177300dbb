/* Compilers in the sandbox: they read system headers, the folder of what they compile and folders
 * that the user opened; they write to a scratch folder. */
#ifndef TANDEM_SANDBOX_COMPILER_H
#define TANDEM_SANDBOX_COMPILER_H

#include <signal.h>

#include "process/process.h"
#include "sandbox/sandbox.h"

typedef struct compiler_job {
    char *const *argv;
    const char *scratch;       /* a folder */
    const char *source;        /* a file: its folder may be read; NULL: none */
    bool off;                  /* --sandbox off */
    const sandbox_grants *may; /* may be NULL */
    double cpu_seconds;
    const volatile sig_atomic_t *interrupt;
} compiler_job;

/* NULL with *error set (caller frees): the program is not there, or no sandbox can be had. */
process *compiler_start(const compiler_job *job, char **error);
/* What it had to say, as far as it may be shown: where it could read any file, its words could show
 * one. */
const char *compiler_words(const compiler_job *job, process *p);

#endif
