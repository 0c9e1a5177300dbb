/* What of this system the commands need, and whether it is there. */
#ifndef TANDEM_CLI_DOCTOR_DOCTOR_SYSTEM_H
#define TANDEM_CLI_DOCTOR_DOCTOR_SYSTEM_H

#include <stdbool.h>

#include "base/vec.h"

typedef struct doctor_fact {
    const char *name;
    bool good;
    bool needed;  /* without it a command does not work; else something is lost */
    char *detail; /* one line: what is there, or what is lost and what helps */
} doctor_fact;
typedef VEC(doctor_fact) doctor_facts;

void doctor_look(doctor_facts *facts);
void doctor_facts_free(doctor_facts *facts);

#endif
