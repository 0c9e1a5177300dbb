#include "store/libpq.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
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

/* One of the servers that the URL names, or with NULL what libpq makes of all of it. What stands before dbname is a default,
 * which the URL may change. */
static PGconn *connect_one(const libpq *pq, const char *url, const char *host, const char *port)
{
    static const char *const defaults[][2] = {
        {"connect_timeout", "5"},       {"target_session_attrs", "read-write"},
        {"keepalives_idle", "15"},      {"keepalives_interval", "5"},
        {"keepalives_count", "3"},      {"tcp_user_timeout", "20000"},
        {"application_name", "tandem"}, {"client_encoding", "UTF8"},
    };
    enum { DEFAULTS = sizeof defaults / sizeof *defaults, ALL = DEFAULTS + 4 };
    const char *names[ALL] = {0}, *values[ALL] = {0};
    for (int i = 0; i < DEFAULTS; i++) {
        names[i] = defaults[i][0];
        values[i] = defaults[i][1];
    }
    int n = DEFAULTS;
    names[n] = "dbname";
    values[n++] = url;
    if (host) {
        names[n] = "host";
        values[n++] = host;
    }
    if (port) {
        names[n] = "port";
        values[n++] = port;
    }
    return pq->connectdbParams(names, values, 1);
}

/* How often a standby was promoted to what it is now; -1: nothing can be asked there. */
static int64_t timeline(const libpq *pq, PGconn *connection)
{
    if (pq->status(connection) != CONNECTION_OK)
        return -1;
    PGresult *result =
        pq->exec(connection,
                 "SELECT ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint");
    int64_t n = pq->resultStatus(result) == PGRES_TUPLES_OK && pq->ntuples(result) == 1
                    ? strtoll(pq->getvalue(result, 0, 0), NULL, 10)
                    : 0;
    pq->clear(result);
    return n;
}

/* The k-th of a list with commas between; the last one stands for all behind it. The caller's to free. */
static char *item(const char *list, size_t k)
{
    for (const char *comma; k-- && (comma = strchr(list, ','));)
        list = comma + 1;
    return base_strndup(list, strcspn(list, ","));
}

static char *option_of(const PQconninfoOption *options, const char *keyword)
{
    for (const PQconninfoOption *o = options; o->keyword; o++)
        if (!strcmp(o->keyword, keyword))
            return o->val && *o->val ? base_strdup(o->val) : NULL;
    return NULL;
}

/* The k-th port: where none is named, as in postgres://a,b/db, libpq's own. The caller's to free. */
static char *port_of(const libpq *pq, const char *ports, size_t k)
{
    char *port = item(ports ? ports : "", k);
    if (*port)
        return port;
    free(port);
    PQconninfoOption *defaults = pq->conndefaults();
    port = defaults ? option_of(defaults, "port") : NULL;
    pq->conninfoFree(defaults);
    return port;
}

/* Of several servers that can be written the one that was promoted last: an old primary that came back is none. */
static PGconn *connect_newest(const libpq *pq, const char *url, const char *hosts,
                              const char *ports)
{
    PGconn *best = NULL;
    int64_t newest = -1;
    size_t n = 1;
    for (const char *c = hosts; *c; c++)
        n += *c == ',';
    for (size_t i = 0; i < n; i++) {
        char *host = item(hosts, i), *port = port_of(pq, ports, i);
        PGconn *one = connect_one(pq, url, host, port);
        int64_t now = timeline(pq, one);
        bool better = !best || now > newest;
        PGconn *other = better ? best : one;
        if (better) {
            best = one;
            newest = now;
        }
        if (other)
            pq->finish(other);
        free(host);
        free(port);
    }
    return best;
}

/* A list in which something stands at each place. */
static bool is_list(const char *text)
{
    return text && strchr(text, ',') && *text != ',' && text[strlen(text) - 1] != ',' &&
           !strstr(text, ",,");
}

PGconn *libpq_connect(const libpq *pq, const char *url, char **error)
{
    if ((*error = check_url(pq, url)))
        return NULL;
    PQconninfoOption *options = pq->conninfoParse(url, NULL);
    char *hosts = option_of(options, "host"), *ports = option_of(options, "port");
    char *addresses = option_of(options, "hostaddr"); /* libpq's own way with them stays */
    pq->conninfoFree(options);
    PGconn *made = is_list(hosts) && !addresses ? connect_newest(pq, url, hosts, ports)
                                                : connect_one(pq, url, NULL, NULL);
    free(hosts);
    free(ports);
    free(addresses);
    return made;
}
