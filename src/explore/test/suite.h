/* Tests as Test-Comp's exchange format: a folder with metadata.xml and one file a test, which has the
 * values of __VERIFIER_nondet_… in the order of the calls. */
#ifndef TANDEM_EXPLORE_TEST_SUITE_H
#define TANDEM_EXPLORE_TEST_SUITE_H

#include "explore/test/test.h"

typedef struct suite_config {
    const char *folder;  /* of the suite; made */
    const char *results; /* whose tests, or findings, these are */
    bool errors;         /* for a call of an error function; else for branches */
    const char *program; /* the file that was tested */
    const char *version; /* of the tool */
} suite_config;

/* The number of tests through *n. False with errno set. */
bool suite_write(const suite_config *config, uint32_t *n);
/* The value of one object as text: of the type that its name is, or else an unsigned number of its
 * width, the lowest byte first. */
void suite_put_value(const test_blob *object, strbuf *out);

#endif
