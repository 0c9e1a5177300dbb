/* What a kind of database has to do for sql.h. */
#ifndef TANDEM_STORE_SQL_IMPL_H
#define TANDEM_STORE_SQL_IMPL_H

#include "store/sql.h"

typedef struct sql_driver {
    sql_dialect kind;
    void (*close)(sql *db);
    const char *(*message)(const sql *db);
    bool (*lost)(const sql *db);
    bool (*again)(sql *db);
    bool (*in_transaction)(const sql *db);
    bool (*execute)(sql *db, const char *script);
    sql_query *(*prepare)(sql *db, const char *text);
    void (*free_query)(sql_query *q);
    void (*bind_int)(sql_query *q, int position, int64_t number);
    void (*bind_real)(sql_query *q, int position, double number);
    void (*bind_text)(sql_query *q, int position, const char *text);
    void (*bind_bytes)(sql_query *q, int position, const void *bytes, size_t n);
    sql_step (*next)(sql_query *q);
    int64_t (*int_of)(sql_query *q, int column);
    double (*real_of)(sql_query *q, int column);
    const char *(*text_of)(sql_query *q, int column);
    const void *(*bytes_of)(sql_query *q, int column, size_t *n);
    bool (*null_of)(sql_query *q, int column);
    void (*reset)(sql_query *q);
} sql_driver;

/* The first member of what a driver makes of either. */
struct sql {
    const sql_driver *driver;
};
struct sql_query {
    const sql_driver *driver;
};

#endif
