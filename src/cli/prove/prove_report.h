/* What `tandem prove` prints: texts and JSON. */
#ifndef TANDEM_CLI_PROVE_PROVE_REPORT_H
#define TANDEM_CLI_PROVE_PROVE_REPORT_H

#include "prove/undefined.h"

typedef struct prove_report {
    const limit_set *limits;
    const char *file;
    const ir_system *system;    /* NULL: unknown for `reason` */
    const prove_result *result; /* as well */
    const char *reason;
    ir_model model;
    prove_property property;
    bool ilp32;
    const char *entry;
    bool sandbox;                 /* foreign code is confined */
    const char *const *libraries; /* code of opaque functions */
    size_t n_libraries;
    const char *witness_version;
} prove_report;

/* The system whose invariants the result has. */
const ir_system *prove_report_proof(const prove_report *r);
void prove_report_text(const prove_report *r);
void prove_report_json(const prove_report *r);

#endif
