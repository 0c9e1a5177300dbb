/* The store's findings. */
#include <stdlib.h>

#include "store/store_impl.h"

/* The texts of a finding, with their columns counted from 1. */
typedef struct text_column {
    int column;
    char **text;
} text_column;

enum { TEXTS = 9, KIND = 1, STATE, SAME_AS, UNIT, EXPECTED = 8, GOT, ID = 16 };

static void list_texts(finding *f, text_column columns[TEXTS])
{
    text_column all[TEXTS] = {{5, &f->solver},   {6, &f->version},    {7, &f->options},
                              {10, &f->message}, {11, &f->signature}, {12, &f->evidence},
                              {13, &f->story},   {14, &f->formula},   {15, &f->reduced}};
    for (int i = 0; i < TEXTS; i++)
        columns[i] = all[i];
}

bool store_put_finding(store *s, finding *f)
{
    sql_query *stmt = store_use(s, f->id ? STATEMENT_SET_FINDING : STATEMENT_ADD_FINDING);
    if (!stmt)
        return false;
    sql_bind_text(stmt, KIND, finding_kind_name(f->kind));
    sql_bind_text(stmt, STATE, finding_state_name(f->state));
    sql_bind_int(stmt, SAME_AS, f->same_as);
    sql_bind_int(stmt, UNIT, (int64_t)f->unit);
    sql_bind_text(stmt, EXPECTED, answer_name(f->expected));
    sql_bind_text(stmt, GOT, answer_name(f->got));
    text_column columns[TEXTS];
    list_texts(f, columns);
    for (int i = 0; i < TEXTS; i++)
        sql_bind_text(stmt, columns[i].column, *columns[i].text);
    if (f->id)
        sql_bind_int(stmt, ID, f->id);
    if (f->id)
        return store_run_statement(s, stmt);
    f->id = (int64_t)store_number(s, stmt, 0);
    return f->id != 0;
}

bool store_findings(store *s, int state, store_ids *ids)
{
    sql_query *stmt = store_use(s, STATEMENT_LIST_FINDINGS);
    if (state >= 0)
        sql_bind_text(stmt, 1, finding_state_name((finding_state)state));
    bool good;
    while (store_row(s, stmt, &good))
        vec_push(ids, sql_int(stmt, 0));
    return good;
}

static const char *column_text(sql_query *stmt, int column)
{
    return sql_text(stmt, column - 1);
}

static answer column_answer(sql_query *stmt, int column)
{
    const char *text = column_text(stmt, column);
    answer a;
    return answer_read(text, strlen(text), &a) ? a : ANSWER_NONE;
}

bool store_get_finding(store *s, int64_t id, finding *f)
{
    sql_query *stmt = store_use(s, STATEMENT_GET_FINDING);
    sql_bind_int(stmt, 1, id);
    bool good;
    if (!store_row(s, stmt, &good))
        return false;
    finding_init(f);
    good = finding_kind_read(column_text(stmt, KIND), &f->kind) &&
           finding_state_read(column_text(stmt, STATE), &f->state);
    f->id = id;
    f->same_as = sql_int(stmt, SAME_AS - 1);
    f->unit = (uint64_t)sql_int(stmt, UNIT - 1);
    f->expected = column_answer(stmt, EXPECTED);
    f->got = column_answer(stmt, GOT);
    text_column columns[TEXTS];
    list_texts(f, columns);
    for (int i = 0; i < TEXTS; i++)
        finding_set(columns[i].text, column_text(stmt, columns[i].column));
    sql_reset(stmt);
    if (good)
        return true;
    finding_free(f);
    strbuf_clear(&s->error);
    strbuf_printf(&s->error, "%s: finding %lld is damaged", s->path, (long long)id);
    return false;
}

int64_t store_same_finding(store *s, const finding *f)
{
    sql_query *stmt = store_use(s, STATEMENT_SAME_FINDING);
    sql_bind_text(stmt, 1, finding_kind_name(f->kind));
    sql_bind_text(stmt, 2, f->solver);
    sql_bind_text(stmt, 3, f->signature);
    sql_bind_int(stmt, 4, f->id);
    return (int64_t)store_number(s, stmt, 0);
}
