/* What an agent does on the server. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "store/cluster_impl.h"

bool cluster_hello(cluster *c, const cluster_agent *agent, int64_t campaign, double lease)
{
    sql_query *q = sql_prepare(c->db, "SELECT tandem.hello(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
    const char *const texts[] = {agent->id, agent->host, agent->machine, agent->version,
                                 agent->solvers};
    for (int i = 0; i < 5; i++)
        sql_bind_text(q, i + 1, texts[i]);
    sql_bind_int(q, 6, (int64_t)agent->jobs);
    if (campaign)
        sql_bind_int(q, 7, campaign);
    sql_bind_real(q, 8, lease);
    return cluster_run(c, q, NULL);
}

bool cluster_beat(cluster *c, const char *const *agents, size_t n, double lease, const char **state)
{
    strbuf list = STRBUF_INIT;
    for (size_t i = 0; i < n; i++)
        strbuf_printf(&list, "%s%s", i ? "\n" : "", agents[i]);
    sql_query *q = sql_prepare(c->db, "SELECT agent, state, generation FROM "
                                      "tandem.beat(string_to_array(?1, E'\\n'), ?2), tandem.meta");
    sql_bind_text(q, 1, list.text);
    sql_bind_real(q, 2, lease);
    sql_step step;
    *state = NULL;
    while ((step = sql_next(q)) == SQL_ROW) {
        int64_t generation = sql_int(q, 2);
        c->generation = generation > c->generation ? generation : c->generation;
        if (strcmp(sql_text(q, 0), agents[0]) != 0)
            continue;
        strbuf_clear(&c->word);
        strbuf_puts(&c->word, sql_text(q, 1));
        *state = c->word.text;
    }
    bool good = step == SQL_END || cluster_fail(c);
    sql_query_free(q);
    strbuf_free(&list);
    return good;
}

bool cluster_sweep(cluster *c)
{
    return cluster_run(c, sql_prepare(c->db, "SELECT tandem.sweep()"), NULL);
}

bool cluster_hold(cluster *c, const char *agent, const cluster_ids *tokens)
{
    strbuf list = STRBUF_INIT;
    cluster_put_ids(&list, tokens);
    sql_query *q = sql_prepare(c->db, "SELECT tandem.hold(?1, CAST(?2 AS BIGINT[]))");
    sql_bind_text(q, 1, agent);
    sql_bind_text(q, 2, list.text);
    bool good = cluster_run(c, q, NULL);
    strbuf_free(&list);
    return good;
}

bool cluster_give_back(cluster *c, const char *agent)
{
    sql_query *q = sql_prepare(c->db, "SELECT tandem.give_back(?1)");
    sql_bind_text(q, 1, agent);
    return cluster_run(c, q, NULL);
}

/* ---- Results --------------------------------------------------------------------------------- */

void cluster_result_init(cluster_result *r)
{
    *r = (cluster_result){.payload = STRBUF_INIT, .notes = STRBUF_INIT, .findings = STRBUF_INIT};
}

void cluster_result_free(cluster_result *r)
{
    strbuf_free(&r->payload);
    strbuf_free(&r->notes);
    strbuf_free(&r->findings);
}

/* An array is kept without its last bracket. */
static void bind_array(sql_query *q, int position, const strbuf *members, strbuf *whole)
{
    if (!members->n)
        return;
    strbuf_printf(whole, "[%s]", members->text);
    sql_bind_text(q, position, whole->text);
}

/* Behind the verdict. */
static void read_lease(sql_query *q, cluster_leases *leases)
{
    cluster_lease one = {.number = (uint64_t)sql_int(q, 1),
                         .kind = cluster_kind_read(sql_text(q, 2)),
                         .first = (uint64_t)sql_int(q, 3),
                         .count = (uint64_t)sql_int(q, 4),
                         .epoch = (uint64_t)sql_int(q, 5),
                         .finding = sql_int(q, 6),
                         .token = sql_int(q, 7)};
    vec_push(leases, one);
}

/* What came of a chunk (NULL: of none), and the next ones. */
static bool exchange(cluster *c, const char *agent, int64_t campaign, const cluster_result *r,
                     uint64_t most, const char *version, cluster_verdict *verdict,
                     cluster_leases *leases)
{
    sql_query *q = sql_prepare(c->db, "SELECT * FROM tandem.exchange(?1, ?2, ?3, ?4, ?5, ?6, ?7, "
                                      "?8, ?9, ?10, ?11, ?12, ?13, ?14)");
    strbuf notes = STRBUF_INIT, findings = STRBUF_INIT;
    sql_bind_text(q, 1, agent);
    sql_bind_int(q, 2, campaign);
    if (r) {
        const int64_t numbers[] = {(int64_t)r->chunk, r->token, (int64_t)r->formulas,
                                   (int64_t)r->calls, (int64_t)r->seen};
        for (int i = 0; i < 5; i++)
            sql_bind_int(q, i + 3, numbers[i]);
        sql_bind_real(q, 8, r->seconds);
        sql_bind_int(q, 9, (int64_t)r->hash);
        sql_bind_bytes(q, 10, r->payload.text, r->payload.n);
        bind_array(q, 11, &r->notes, &notes);
        bind_array(q, 12, &r->findings, &findings);
    }
    sql_bind_int(q, 13, (int64_t)most);
    sql_bind_text(q, 14, version);
    sql_step step;
    while ((step = sql_next(q)) == SQL_ROW) {
        const char *word = sql_text(q, 0);
        *verdict = !strcmp(word, "done")    ? CLUSTER_DONE
                   : !strcmp(word, "again") ? CLUSTER_AGAIN
                                            : CLUSTER_LATE;
        if (!sql_is_null(q, 1))
            read_lease(q, leases);
    }
    bool good = step == SQL_END || cluster_fail(c);
    sql_query_free(q);
    strbuf_free(&notes);
    strbuf_free(&findings);
    return good;
}

bool cluster_exchange(cluster *c, const char *agent, const cluster_result *r, uint64_t most,
                      const char *version, cluster_verdict *verdict, cluster_leases *leases)
{
    return exchange(c, agent, r->campaign, r, most, version, verdict, leases);
}

bool cluster_take(cluster *c, const char *agent, int64_t campaign, uint64_t most,
                  const char *version, cluster_leases *leases)
{
    cluster_verdict none;
    return exchange(c, agent, campaign, NULL, most, version, &none, leases);
}

bool cluster_finish(cluster *c, const char *agent, const cluster_result *r,
                    cluster_verdict *verdict)
{
    return cluster_exchange(c, agent, r, 0, "", verdict, NULL);
}

void cluster_result_add(cluster_result *r, const finding *f, uint64_t theories)
{
    const struct {
        const char *key, *text;
    } texts[] = {
        {"kind", finding_kind_name(f->kind)},
        {"solver", f->solver},
        {"version", f->version},
        {"options", f->options},
        {"expected", answer_name(f->expected)},
        {"got", answer_name(f->got)},
        {"message", f->message},
        {"signature", f->signature},
        {"evidence", f->evidence},
        {"story", f->story},
        {"formula", f->formula},
    };
    if (r->findings.n)
        strbuf_putc(&r->findings, ',');
    json_writer j;
    json_init(&j, &r->findings);
    json_object(&j);
    json_key(&j, "unit");
    json_uint(&j, f->unit);
    json_key(&j, "theories");
    json_uint(&j, theories);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_key(&j, texts[i].key);
        json_string(&j, texts[i].text);
    }
    json_end(&j);
    r->seen++;
}

void cluster_result_note(cluster_result *r, uint64_t unit, const char *note)
{
    if (r->notes.n)
        strbuf_putc(&r->notes, ',');
    json_writer j;
    json_init(&j, &r->notes);
    json_object(&j);
    json_key(&j, "number");
    json_uint(&j, unit);
    json_key(&j, "note");
    json_string(&j, note);
    json_end(&j);
}

/* ---- Agents, as others see them -------------------------------------------------------------- */

bool cluster_list_agents(cluster *c, cluster_agents *all)
{
    sql_query *q = sql_prepare(c->db, "SELECT a.id, a.host, a.machine, a.version, a.solvers, "
                                      "a.state, coalesce(k.name, ''), a.jobs, (SELECT count(*) "
                                      "FROM tandem.chunk c WHERE c.agent = a.id AND c.state = "
                                      "'leased'), extract(epoch FROM clock_timestamp() - "
                                      "a.seen), extract(epoch FROM a.deadline - clock_timestamp()) "
                                      "FROM tandem.agent a LEFT JOIN tandem.campaign k "
                                      "ON k.id = a.campaign ORDER BY a.host, a.id");
    sql_step step;
    while ((step = sql_next(q)) == SQL_ROW) {
        cluster_agent one = {.jobs = (uint64_t)sql_int(q, 7),
                             .leased = (uint64_t)sql_int(q, 8),
                             .silent = sql_real(q, 9),
                             .left = sql_real(q, 10)};
        char **const texts[] = {&one.id,      &one.host,  &one.machine, &one.version,
                                &one.solvers, &one.state, &one.campaign};
        for (int i = 0; i < 7; i++)
            *texts[i] = cluster_text(q, i);
        vec_push(all, one);
    }
    bool good = step == SQL_END || cluster_fail(c);
    sql_query_free(q);
    return good;
}

void cluster_agents_free(cluster_agents *all)
{
    for (size_t i = 0; i < all->n; i++) {
        cluster_agent *one = &all->at[i];
        char *const texts[] = {one->id,      one->host,  one->machine, one->version,
                               one->solvers, one->state, one->campaign};
        for (int k = 0; k < 7; k++)
            free(texts[k]);
    }
    vec_free(all);
}

bool cluster_drain(cluster *c, const char *agent, uint64_t *changed)
{
    sql_query *q = sql_prepare(
        c->db,
        "WITH changed AS (UPDATE tandem.agent SET state = 'draining' WHERE CAST(?1 AS TEXT) IS "
        "NULL OR id = ?1 OR host = ?1 RETURNING 1) SELECT count(*) FROM changed");
    if (agent)
        sql_bind_text(q, 1, agent);
    return cluster_run(c, q, changed);
}
