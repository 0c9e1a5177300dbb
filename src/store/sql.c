#include "store/sql.h"

#include "store/sql_impl.h"

void sql_close(sql *db)
{
    if (db)
        db->driver->close(db);
}

sql_dialect sql_kind(const sql *db)
{
    return db->driver->kind;
}

const char *sql_message(const sql *db)
{
    return db->driver->message(db);
}

bool sql_lost(const sql *db)
{
    return db->driver->lost(db);
}

bool sql_again(sql *db)
{
    return db->driver->again(db);
}

bool sql_in_transaction(const sql *db)
{
    return db->driver->in_transaction(db);
}

bool sql_execute(sql *db, const char *script)
{
    return db->driver->execute(db, script);
}

sql_query *sql_prepare(sql *db, const char *text)
{
    return db->driver->prepare(db, text);
}

void sql_query_free(sql_query *q)
{
    if (q)
        q->driver->free_query(q);
}

void sql_bind_int(sql_query *q, int position, int64_t number)
{
    if (q)
        q->driver->bind_int(q, position, number);
}

void sql_bind_real(sql_query *q, int position, double number)
{
    if (q)
        q->driver->bind_real(q, position, number);
}

void sql_bind_text(sql_query *q, int position, const char *text)
{
    if (q)
        q->driver->bind_text(q, position, text ? text : "");
}

void sql_bind_bytes(sql_query *q, int position, const void *bytes, size_t n)
{
    if (q)
        q->driver->bind_bytes(q, position, n ? bytes : "", n);
}

sql_step sql_next(sql_query *q)
{
    return q->driver->next(q);
}

int64_t sql_int(sql_query *q, int column)
{
    return q->driver->int_of(q, column);
}

double sql_real(sql_query *q, int column)
{
    return q->driver->real_of(q, column);
}

const char *sql_text(sql_query *q, int column)
{
    const char *text = q->driver->text_of(q, column);
    return text ? text : "";
}

const void *sql_bytes(sql_query *q, int column, size_t *n)
{
    return q->driver->bytes_of(q, column, n);
}

bool sql_is_null(sql_query *q, int column)
{
    return q->driver->null_of(q, column);
}

void sql_reset(sql_query *q)
{
    if (q)
        q->driver->reset(q);
}
