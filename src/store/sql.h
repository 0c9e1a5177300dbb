/* Databases that speak SQL behind one interface: a file of SQLite, or a server of PostgreSQL.
 *
 * Statements are written once, in what both understand, with parameters ?1, ?2, …; sql_dialect says
 * what differs. Errors are texts in sql_message. What the tables are is no matter of this module. */
#ifndef TANDEM_STORE_SQL_H
#define TANDEM_STORE_SQL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"

typedef struct sql sql;
typedef struct sql_query sql_query;

typedef enum sql_dialect { SQL_SQLITE, SQL_POSTGRES } sql_dialect;

/* Opens a file. NULL with *error set (caller frees), without the path. */
sql *sql_open_file(const char *path, bool create, char **error);
/* Connects to a server: a URL (postgres://…) or a connection string of libpq, which is loaded now.
 * One with a password in it is refused: passwords are for ~/.pgpass or the environment. */
sql *sql_open_server(const char *url, char **error);
void sql_close(sql *db);
sql_dialect sql_kind(const sql *db);
const char *sql_message(const sql *db);
/* The connection is gone, and with it the transaction, of which nobody knows whether it is committed;
 * sql_again connects anew (queries that were prepared stay valid). Never for a file. */
bool sql_lost(const sql *db);
bool sql_again(sql *db);
/* In a transaction that was begun and not ended, also not by an error of the database. */
bool sql_in_transaction(const sql *db);
/* Several statements without parameters or rows. */
bool sql_execute(sql *db, const char *script);

/* A statement for any number of uses; NULL: it cannot be understood. Ends with sql_query_free. */
sql_query *sql_prepare(sql *db, const char *text);
void sql_query_free(sql_query *q);
/* Parameters from 1; texts and bytes are not copied and live until sql_reset. Not bound: NULL. All
 * take NULL for a query, and do nothing. */
void sql_bind_int(sql_query *q, int position, int64_t number);
void sql_bind_real(sql_query *q, int position, double number);
void sql_bind_text(sql_query *q, int position, const char *text);
void sql_bind_bytes(sql_query *q, int position, const void *bytes, size_t n);
typedef enum sql_step { SQL_ROW, SQL_END, SQL_FAILED } sql_step;
sql_step sql_next(sql_query *q);
/* Columns of the row, from 0; valid until the next step or reset. */
int64_t sql_int(sql_query *q, int column);
double sql_real(sql_query *q, int column);
const char *sql_text(sql_query *q, int column); /* never NULL */
const void *sql_bytes(sql_query *q, int column, size_t *n);
bool sql_is_null(sql_query *q, int column);
/* Ready for its next use. */
void sql_reset(sql_query *q);

#endif
