#include "campaign/finding.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static const char *const kind_names[] = {
#define FINDING_KIND(id, name) name,
    FINDING_KINDS(FINDING_KIND)
#undef FINDING_KIND
};

static const char *const state_names[] = {"seen",      "confirmed", "reduced",
                                          "dismissed", "duplicate", "known"};
enum { STATE_COUNT = sizeof state_names / sizeof *state_names };

static bool find_name(const char *const *names, int n, const char *name, int *position)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(names[i], name)) {
            *position = i;
            return true;
        }
    return false;
}

const char *finding_kind_name(finding_kind k)
{
    return kind_names[k];
}

bool finding_kind_read(const char *name, finding_kind *k)
{
    int i;
    bool found = find_name(kind_names, FINDING_KIND_COUNT, name, &i);
    if (found)
        *k = (finding_kind)i;
    return found;
}

const char *finding_state_name(finding_state s)
{
    return state_names[s];
}

bool finding_state_read(const char *name, finding_state *s)
{
    int i;
    bool found = find_name(state_names, STATE_COUNT, name, &i);
    if (found)
        *s = (finding_state)i;
    return found;
}

void finding_texts(finding *f, char **fields[FINDING_TEXT_COUNT])
{
    char **all[FINDING_TEXT_COUNT] = {&f->solver,  &f->version,   &f->options,
                                      &f->message, &f->signature, &f->evidence,
                                      &f->story,   &f->formula,   &f->reduced};
    memcpy(fields, all, sizeof all);
}

void finding_init(finding *f)
{
    *f = (finding){0};
    char **fields[FINDING_TEXT_COUNT];
    finding_texts(f, fields);
    for (int i = 0; i < FINDING_TEXT_COUNT; i++)
        *fields[i] = base_strdup("");
}

void finding_free(finding *f)
{
    char **fields[FINDING_TEXT_COUNT];
    finding_texts(f, fields);
    for (int i = 0; i < FINDING_TEXT_COUNT; i++)
        free(*fields[i]);
    *f = (finding){0};
}

void finding_set(char **field, const char *text)
{
    char *copy = base_strdup(text);
    free(*field);
    *field = copy;
}
