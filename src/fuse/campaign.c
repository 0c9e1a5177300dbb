#include "fuse/campaign.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "campaign/finding_file.h"
#include "campaign/known.h"
#include "campaign/shape.h"
#include "fuse/docket.h"
#include "fuse/labour.h"

#define TICK_SECONDS 0.25   /* between calls of tick and between commits */
#define REQUEST_SECONDS 0.2 /* a request for units should take about so long */
#define FINDING_SHARE 0.5   /* of the workers' time may go to findings while units are made */
#define GRACE_LEAST 60.0    /* for the findings that wait when the time for units is over */
#define GRACE_SHARE 0.1
enum { REQUEST_MOST = 64, CLASS_MOST = 6, ATTEMPTS_MOST = 2 };

/* What a worker is busy with. */
typedef struct assignment {
    labour_request kind;
    uint64_t next, end; /* units not reported yet */
    docket_entry entry;
    double start;
} assignment;

typedef struct run {
    const fuse_campaign *c;
    fuse_status *status;
    pool *pool;
    assignment *at;
    docket docket;
    uint64_t next;       /* the first unit that was never given out */
    VEC(uint64_t) again; /* units that were given out and not done */
    map deadly;          /* units over which a worker was lost once */
    strbuf weights;      /* of epoch */
    uint64_t epoch;      /* UINT64_MAX: none yet */
    double start, units_end, unit_seconds, finding_seconds, commit_due;
    uint64_t distinct; /* findings that count for `bugs` */
    bool open;         /* a transaction is */
    known_list *known; /* NULL: none */
    char *error;       /* ends the campaign */
} run;

/* ---- The store ---------------------------------------------------------------------------------
 */

static bool stored(run *r, bool good)
{
    if (!good && !r->error)
        r->error = base_strdup(store_error(r->c->store));
    return good;
}

static bool begin(run *r)
{
    if (!r->open && !r->error)
        r->open = stored(r, store_begin(r->c->store));
    return r->open;
}

static void commit(run *r)
{
    if (r->open)
        stored(r, store_commit(r->c->store));
    r->open = false;
    r->commit_due = clock_wall() + TICK_SECONDS;
}

bool fuse_campaign_weights(store *s, schedule *into, uint64_t unit)
{
    void *bytes;
    size_t n;
    if (!store_decision(s, unit / SCHEDULE_EPOCH, &bytes, &n))
        return false;
    bool good = schedule_decode(into, bytes, n);
    free(bytes);
    return good;
}

/* Loads the weights of an epoch, or decides and records them. */
static bool load_weights(run *r, uint64_t epoch)
{
    if (r->epoch == epoch)
        return true;
    void *bytes;
    size_t n;
    strbuf_clear(&r->weights);
    if (epoch < store_decision_count(r->c->store)) {
        if (!stored(r, store_decision(r->c->store, epoch, &bytes, &n)))
            return false;
        strbuf_add(&r->weights, bytes, n);
        free(bytes);
    } else {
        schedule_encode(r->c->setting->schedule, &r->weights);
        if (!begin(r) ||
            !stored(r, store_add_decision(r->c->store, epoch, r->weights.text, r->weights.n)))
            return false;
        commit(r);
    }
    r->epoch = epoch;
    return !r->error;
}

static void complain(const run *r, const char *format, uint64_t number, const char *why)
{
    strbuf text = STRBUF_INIT;
    strbuf_printf(&text, format, (unsigned long long)number, why);
    if (r->c->complain)
        r->c->complain(r->c->context, text.text);
    strbuf_free(&text);
}

/* ---- Findings ----------------------------------------------------------------------------------
 */

static void put_finding(run *r, finding *f)
{
    if (begin(r) && stored(r, store_put_finding(r->c->store, f)))
        commit(r);
    char *error = NULL;
    if (!r->error && !finding_file_put(r->c->folder, f, &error))
        r->error = error;
}

static void tell(const run *r, const finding *f)
{
    strbuf path = STRBUF_INIT;
    finding_file_path(r->c->folder, f, &path);
    if (r->c->found)
        r->c->found(r->c->context, f, path.text);
    strbuf_free(&path);
}

static void take_seen(run *r, message_reader *m)
{
    unsigned theories = (unsigned)message_u64(m);
    finding f;
    finding_init(&f);
    message_finding(m, &f);
    r->status->seen++;
    uint64_t class = docket_class(&f, theories);
    bool crowded = docket_known(&r->docket, class) >= CLASS_MOST;
    if (crowded) /* the unit makes it again, should it be wanted */
        finding_set(&f.formula, "");
    if (begin(r) && stored(r, store_put_finding(r->c->store, &f)) && !crowded)
        docket_add(&r->docket, (docket_entry){.id = f.id, .class = class});
    finding_free(&f);
}

static bool is_duplicate(run *r, finding *f)
{
    int64_t same = store_same_finding(r->c->store, f);
    if (!same)
        return false;
    f->state = FINDING_DUPLICATE;
    f->same_as = same;
    r->status->duplicates++;
    return true;
}

static bool is_known(run *r, finding *f)
{
    if (!r->known)
        return false;
    strbuf shape = STRBUF_INIT;
    finding_shape_of_text(*f->reduced ? f->reduced : f->formula, &shape);
    bool known = known_match(r->known, f, shape.text) != 0;
    strbuf_free(&shape);
    if (known) {
        f->state = FINDING_KNOWN;
        r->status->known++;
    }
    return known;
}

static void take_confirmed(run *r, finding *f, const docket_entry *entry)
{
    if (f->state == FINDING_CONFIRMED && !is_known(r, f) && !is_duplicate(r, f)) {
        r->status->kinds[f->kind]++;
        if (r->c->reduce)
            docket_add(&r->docket, (docket_entry){entry->id, entry->class, 0, true});
        else
            r->distinct++;
    } else if (f->state == FINDING_DISMISSED) {
        r->status->dismissed++;
    }
}

static void take_reduced(run *r, finding *f)
{
    if (is_known(r, f) || is_duplicate(r, f))
        r->status->kinds[f->kind]--;
    else
        r->distinct++;
}

static void take_finding(run *r, assignment *a, message_reader *m)
{
    finding f;
    finding_init(&f);
    message_finding(m, &f);
    if (m->failed || f.id != a->entry.id) {
        finding_free(&f);
        return;
    }
    if (a->kind == LABOUR_CONFIRM)
        take_confirmed(r, &f, &a->entry);
    else
        take_reduced(r, &f);
    put_finding(r, &f);
    if (f.state == FINDING_CONFIRMED || f.state == FINDING_REDUCED)
        tell(r, &f);
    finding_free(&f);
}

/* The seed is not used from the next epoch on. */
static void take_doubt(run *r, message_reader *m)
{
    size_t number = (size_t)message_u64(m);
    char *why = message_text(m);
    const seed_set *seeds = r->c->setting->seeds;
    if (!m->failed && number < seeds->seeds.n) {
        const seed *one = &seeds->seeds.at[number];
        schedule_drop(r->c->setting->schedule, number);
        if (begin(r))
            stored(r, store_put_seed(r->c->store, one->path, one->label, why));
        complain(r, "seed %llu is put aside: %s", number, why);
    }
    free(why);
}

/* ---- Units -------------------------------------------------------------------------------------
 */

/* A hash of what the solvers showed: answers and how long they took, to a factor of four. */
static uint64_t behaviour_of(const unit_report *report)
{
    uint64_t h = report->plan.strategy;
    for (size_t i = 0; i < report->runs.n; i++) {
        const unit_run *one = &report->runs.at[i];
        int class = one->wall > 0 ? (int)floor(log2(one->wall * 1000) / 2) : 0;
        h = hash_mix(h ^ one->solver, hash_mix(one->verdict, (uint64_t)(class < 0 ? 0 : class)));
    }
    return h == MAP_NO_KEY ? 0 : h;
}

static void learn(run *r, const unit_report *report)
{
    bool timeout = false;
    for (size_t i = 0; i < report->runs.n; i++)
        timeout |= report->runs.at[i].verdict == RUNNER_TIMEOUT;
    schedule_lesson lesson = {.strategy = report->plan.strategy,
                              .first = report->plan.first,
                              .second = report->plan.second,
                              .functions = report->functions.at,
                              .n_functions = report->functions.n,
                              .timeout = timeout,
                              .behaviour = behaviour_of(report)};
    schedule_learn(r->c->setting->schedule, &lesson);
}

static void count_unit(run *r, const unit_report *report)
{
    fuse_status *s = r->status;
    s->units++;
    s->formulas += report->made;
    s->bytes += report->bytes;
    s->solver_calls += report->runs.n;
    s->strategies[report->plan.strategy] += report->made;
    for (int i = 0; i < FUSE_OUTCOME_COUNT; i++)
        s->dropped[i] += report->dropped[i];
    for (size_t i = 0; i < report->runs.n; i++)
        s->answers[report->runs.at[i].solver][report->runs.at[i].verdict]++;
    s->worker_seconds += report->seconds;
    s->solver_seconds += report->solver_seconds;
    r->unit_seconds += report->seconds;
}

static void store_unit(run *r, const unit_report *report)
{
    if (!begin(r))
        return;
    for (size_t i = 0; i < report->runs.n; i++) {
        const unit_run *one = &report->runs.at[i];
        store_run row = {report->unit, (uint32_t)one->solver, one->verdict, one->wall, one->cpu,
                         one->memory};
        stored(r, store_add_run(r->c->store, &row));
    }
    stored(r, store_unit_done(r->c->store, report->unit, report->made ? "" : "no formula"));
}

static void take_unit(run *r, assignment *a, message_reader *m)
{
    unit_report report;
    unit_report_read(m, &report);
    bool stopped = false; /* by our own interrupt: the unit is made again */
    bool sound = true;
    for (size_t i = 0; i < report.runs.n; i++) {
        stopped |= report.runs.at[i].verdict == RUNNER_STOPPED;
        sound &= report.runs.at[i].solver < r->c->setting->solvers.n;
    }
    if (!m->failed && sound && !stopped && report.unit == a->next &&
        report.plan.first < r->c->setting->seeds->seeds.n &&
        report.plan.second < r->c->setting->seeds->seeds.n) {
        a->next++;
        count_unit(r, &report);
        if (report.made)
            learn(r, &report);
        store_unit(r, &report);
    }
    unit_report_free(&report);
}

/* ---- Giving work -------------------------------------------------------------------------------
 */

static bool limit_reached(const run *r)
{
    const fuse_campaign *c = r->c;
    return (c->interrupt && *c->interrupt) || r->error || (c->bugs && r->distinct >= c->bugs);
}

static bool units_left(const run *r)
{
    if (limit_reached(r) || (r->units_end > 0 && clock_wall() >= r->units_end))
        return false;
    return r->again.n || !r->c->count || r->next < r->c->count;
}

static uint64_t request_size(const run *r)
{
    uint64_t done = r->status->units;
    double mean = done ? r->unit_seconds / (double)done : REQUEST_SECONDS;
    double wanted = mean > 0 ? REQUEST_SECONDS / mean : REQUEST_MOST;
    return wanted < 1 ? 1 : wanted > REQUEST_MOST ? REQUEST_MOST : (uint64_t)wanted;
}

static bool plan_units(run *r, assignment *a, strbuf *request)
{
    a->kind = LABOUR_UNITS;
    if (r->again.n) {
        a->next = vec_pop(&r->again);
        a->end = a->next + 1;
    } else {
        uint64_t epoch_end = (r->next / SCHEDULE_EPOCH + 1) * SCHEDULE_EPOCH;
        a->next = r->next;
        a->end = r->next + request_size(r);
        a->end = a->end < epoch_end ? a->end : epoch_end;
        if (r->c->count && a->end > r->c->count)
            a->end = r->c->count;
        r->next = a->end;
    }
    if (!load_weights(r, a->next / SCHEDULE_EPOCH))
        return false;
    labour_ask_units(request, &r->weights, a->next, a->end - a->next);
    return true;
}

static bool plan_finding(run *r, assignment *a, strbuf *request)
{
    finding f;
    finding_init(&f);
    if (!docket_take(&r->docket, &a->entry) ||
        !stored(r, store_get_finding(r->c->store, a->entry.id, &f))) {
        finding_free(&f);
        return false;
    }
    a->kind = a->entry.confirmed ? LABOUR_REDUCE : LABOUR_CONFIRM;
    bool good = true;
    if (a->kind == LABOUR_REDUCE)
        labour_ask_reduce(request, &f);
    else if ((good = load_weights(r, f.unit / SCHEDULE_EPOCH)))
        labour_ask_confirm(request, &r->weights, &f);
    finding_free(&f);
    return good;
}

/* One request for an idle worker; false: there is nothing to do for it. */
static bool give_work(run *r)
{
    bool units = units_left(r), findings = r->docket.waiting.n && !r->error;
    if (r->c->interrupt && *r->c->interrupt)
        return false;
    double all = r->unit_seconds + r->finding_seconds;
    if (units && findings && r->finding_seconds > FINDING_SHARE * all)
        findings = false;
    if (!units && !findings)
        return false;
    assignment a = {.start = clock_wall()};
    strbuf request = STRBUF_INIT;
    bool good = findings ? plan_finding(r, &a, &request) : plan_units(r, &a, &request);
    int worker = good ? pool_give(r->pool, &request, &r->error) : -1;
    strbuf_free(&request);
    if (worker >= 0)
        r->at[worker] = a;
    return worker >= 0;
}

/* ---- What comes back ---------------------------------------------------------------------------
 */

static void take_message(run *r, int worker, const strbuf *message)
{
    message_reader m = {.at = message->text, .end = message->text + message->n};
    assignment *a = &r->at[worker];
    switch ((labour_message)message_u64(&m)) {
    case LABOUR_SEEN:
        take_seen(r, &m);
        break;
    case LABOUR_UNIT:
        take_unit(r, a, &m);
        break;
    case LABOUR_DOUBT:
        take_doubt(r, &m);
        break;
    case LABOUR_FINDING:
        take_finding(r, a, &m);
        break;
    }
}

static void count_finding_time(run *r, const assignment *a)
{
    if (a->kind != LABOUR_UNITS)
        r->finding_seconds += clock_wall() - a->start;
}

/* A finding over which workers die stays as it is, with a word about it. */
static void lose_finding(run *r, assignment *a, const char *why)
{
    a->entry.attempts++;
    if (a->entry.attempts < ATTEMPTS_MOST) {
        docket_add(&r->docket, a->entry);
        return;
    }
    complain(r, "a worker was lost over finding %llu: %s", (uint64_t)a->entry.id, why);
}

/* A unit over which two workers were lost is not tried a third time. */
static void give_up_unit(run *r, uint64_t unit, const char *why)
{
    r->status->lost++;
    if (!begin(r))
        return;
    strbuf note = STRBUF_INIT;
    strbuf_printf(&note, "worker lost: %s", why);
    stored(r, store_unit_done(r->c->store, unit, note.text));
    strbuf_free(&note);
}

static void take_loss(run *r, int worker, const char *why)
{
    assignment *a = &r->at[worker];
    count_finding_time(r, a);
    if (a->kind != LABOUR_UNITS) {
        lose_finding(r, a, why);
        return;
    }
    if (a->next >= a->end)
        return;
    complain(r, "a worker was lost over unit %llu: %s", a->next, why);
    bool first;
    map_insert(&r->deadly, a->next, &first);
    for (uint64_t unit = a->next + !first; unit < a->end; unit++)
        vec_push(&r->again, unit);
    if (!first)
        give_up_unit(r, a->next, why);
}

static void take_end(run *r, int worker)
{
    assignment *a = &r->at[worker];
    count_finding_time(r, a);
    for (uint64_t unit = a->next; a->kind == LABOUR_UNITS && unit < a->end; unit++)
        vec_push(&r->again, unit); /* not reported: interrupted */
}

static void update_status(run *r)
{
    fuse_status *s = r->status;
    s->seconds = clock_wall() - r->start;
    s->waiting = r->docket.waiting.n;
    s->reducing = 0;
    for (size_t i = 0; i < r->c->jobs; i++)
        s->reducing += r->at[i].kind == LABOUR_REDUCE && r->at[i].start > 0;
}

static bool out_of_patience(const run *r)
{
    if (r->units_end <= 0)
        return false;
    return clock_wall() > r->units_end + fmax(GRACE_LEAST, GRACE_SHARE * r->c->seconds);
}

static void loop(run *r)
{
    strbuf message = STRBUF_INIT;
    for (;;) {
        while (pool_idle(r->pool) && give_work(r))
            ;
        bool idle = pool_idle(r->pool) == r->c->jobs;
        if (idle || limit_reached(r) || out_of_patience(r))
            break;
        int worker = -1;
        switch (pool_wait(r->pool, r->commit_due, &worker, &message)) {
        case POOL_MESSAGE:
            take_message(r, worker, &message);
            break;
        case POOL_DONE:
            take_end(r, worker);
            break;
        case POOL_LOST:
            take_loss(r, worker, message.text);
            break;
        case POOL_DEADLINE:
        case POOL_INTERRUPT:
            break;
        }
        if (clock_wall() >= r->commit_due) {
            commit(r);
            update_status(r);
            if (r->c->tick)
                r->c->tick(r->c->context, r->status);
        }
    }
    strbuf_free(&message);
}

/* ---- Beginning ---------------------------------------------------------------------------------
 */

/* Units of earlier runs that were given out and not recorded, and the first that never was. */
static void find_open_units(run *r)
{
    store *s = r->c->store;
    uint64_t end = store_decision_count(s) * SCHEDULE_EPOCH;
    r->next = store_first_open(s);
    r->status->earlier_units = store_done_count(s);
    if (end)
        fuse_campaign_weights(s, r->c->setting->schedule, end - 1); /* what was learned last */
    uint64_t last = r->next;
    for (uint64_t unit = r->next; unit < end; unit++)
        if (store_is_done(s, unit))
            last = unit + 1;
    for (uint64_t unit = r->next; unit < last; unit++)
        if (!store_is_done(s, unit))
            vec_push(&r->again, unit);
    r->next = last;
}

static void find_open_findings(run *r)
{
    store_ids ids = {0};
    stored(r, store_findings(r->c->store, -1, &ids));
    for (size_t i = 0; i < ids.n && !r->error; i++) {
        finding f;
        finding_init(&f);
        if (stored(r, store_get_finding(r->c->store, ids.at[i], &f))) {
            bool confirmed = f.state == FINDING_CONFIRMED;
            uint64_t class = docket_class(&f, 0);
            if (confirmed || f.state == FINDING_REDUCED)
                r->status->kinds[f.kind]++;
            if (f.state == FINDING_REDUCED || (confirmed && !r->c->reduce))
                r->distinct++;
            if (f.state == FINDING_SEEN || (confirmed && r->c->reduce))
                docket_add(&r->docket, (docket_entry){f.id, class, 0, confirmed});
        }
        finding_free(&f);
    }
    vec_free(&ids);
}

static double longest_silence(const fuse_campaign *c)
{
    enum { RUNS_PER_FINDING = 8 };
    const fuse_setting *s = c->setting;
    double wall = s->limits.run.wall_seconds;
    if (wall <= 0)
        return 0;
    return 60 + s->reduce_seconds + wall * RUNS_PER_FINDING * (double)(s->solvers.n + 1);
}

bool fuse_campaign_run(const fuse_campaign *c, fuse_status *status, char **error)
{
    *status = (fuse_status){0};
    status->answers = base_alloc_zero(c->setting->solvers.n + 1, sizeof *status->answers);
    run r = {.c = c, .status = status, .epoch = UINT64_MAX, .start = clock_wall()};
    strbuf_init(&r.weights);
    r.units_end = c->seconds > 0 ? r.start + c->seconds : 0;
    r.commit_due = r.start + TICK_SECONDS;
    r.at = base_alloc_zero(c->jobs, sizeof *r.at);
    pool_config config = {.jobs = c->jobs,
                          .begin = labour_begin,
                          .work = labour_work,
                          .context = c->setting,
                          .silence = longest_silence(c),
                          .interrupt = c->interrupt};
    r.pool = pool_new(&config);
    if (c->known)
        r.known = known_read(c->known, &r.error);
    if (!r.error)
        find_open_units(&r);
    if (!r.error)
        find_open_findings(&r);
    if (!r.error)
        loop(&r);
    commit(&r);
    update_status(&r);
    pool_free(r.pool);
    docket_free(&r.docket);
    known_free(r.known);
    vec_free(&r.again);
    map_free(&r.deadly);
    strbuf_free(&r.weights);
    free(r.at);
    *error = r.error;
    return !r.error;
}
