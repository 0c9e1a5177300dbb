#include "store/libpq.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

bool libpq_load(libpq *l)
{
    static const struct {
        const char *name;
        size_t place;
    } functions[] = {
#define PQ(name) {"PQ" #name, offsetof(libpq, name)},
#include "store/libpq.def"
#undef PQ
    };
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return false;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *symbol = dlsym(library, functions[i].name);
        if (!symbol)
            return false;
        memcpy((char *)l + functions[i].place, &symbol, sizeof symbol);
    }
    return true;
}

/* Command lines are seen by others, and arguments are kept in databases. */
static char *check_url(const libpq *pq, const char *url)
{
    char *error = NULL;
    PQconninfoOption *options = pq->conninfoParse(url, &error);
    free(error); /* it has the address in it, and whatever that has */
    if (!options)
        return base_strdup("is no address of a server: postgres://host/database");
    char *refusal = NULL;
    for (const PQconninfoOption *o = options; o->keyword && !refusal; o++)
        if (!strcmp(o->keyword, "password") && o->val && *o->val)
            refusal = base_strdup("has a password in it: put it into ~/.pgpass or PGPASSWORD");
    pq->conninfoFree(options);
    return refusal;
}

/* What stands before dbname is a default, which the URL may change. */
PGconn *libpq_connect(const libpq *pq, const char *url, char **error)
{
    if ((*error = check_url(pq, url)))
        return NULL;
    static const char *const defaults[][2] = {
        {"connect_timeout", "5"},       {"target_session_attrs", "read-write"},
        {"keepalives_idle", "15"},      {"keepalives_interval", "5"},
        {"keepalives_count", "3"},      {"tcp_user_timeout", "20000"},
        {"application_name", "tandem"}, {"client_encoding", "UTF8"},
    };
    enum { DEFAULTS = sizeof defaults / sizeof *defaults };
    const char *names[DEFAULTS + 2] = {0}, *values[DEFAULTS + 2] = {0};
    for (int i = 0; i < DEFAULTS; i++) {
        names[i] = defaults[i][0];
        values[i] = defaults[i][1];
    }
    names[DEFAULTS] = "dbname";
    values[DEFAULTS] = url;
    return pq->connectdbParams(names, values, 1);
}
