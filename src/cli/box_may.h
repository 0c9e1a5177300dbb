/* --box-may of several commands: what the sandbox lets boxes do. */
#ifndef TANDEM_CLI_BOX_MAY_H
#define TANDEM_CLI_BOX_MAY_H

#include "base/json.h"
#include "base/options.h"
#include "sandbox/sandbox.h"

typedef struct box_may {
    sandbox_grants grants; /* points into the lists */
    option_operands write, read;
    VEC(char *) words;
} box_may;

/* False with a message said for the command: a word that is none, a folder that is not there. */
bool box_may_read(const char *command, const option_operands *options, box_may *may);
void box_may_free(box_may *may);

/* "sandbox": {"seccomp": true, "landlock": 7}: which of the two confine foreign code here. */
void box_may_report(json_writer *j, bool confined);

#endif
