/* What a run is given, in the shared memory. */
#include <string.h>

#include "explore/target/target_impl.h"

static const char *const FIXED_ENVIRONMENT[] = {
    "PATH=/usr/bin:/bin", "HOME=/nonexistent", "LC_ALL=C",  "TZ=UTC",
    "USER=nobody",        "LOGNAME=nobody",    "TERM=xterm"};

const char *const *target_environment(const target_given *given, size_t *n)
{
    *n = given->env ? given->n_env : sizeof FIXED_ENVIRONMENT / sizeof *FIXED_ENVIRONMENT;
    return given->env ? given->env : FIXED_ENVIRONMENT;
}

/* False when there is no more room. */
static bool put(tandem_request *r, const void *bytes, size_t n)
{
    if (n > sizeof r->data - r->bytes)
        return false;
    memcpy(r->data + r->bytes, bytes, n);
    r->bytes += (uint32_t)n;
    return true;
}

static bool put_environment(explore_target *t, tandem_request *r, const explore_test *test)
{
    bool good = true;
    if (test->has_env) {
        for (size_t i = 0; i < test->env.n && good; i++)
            good = put(r, test->env.at[i].text, test->env.at[i].n + 1);
        r->n_env = (uint32_t)test->env.n;
        return good;
    }
    size_t n;
    const char *const *env = target_environment(&t->config.given, &n);
    for (size_t i = 0; i < n && good; i++)
        good = put(r, env[i], strlen(env[i]) + 1);
    r->n_env = (uint32_t)n + 1;
    return good && put(r, "PWD=", 4) && put(r, t->cwd.text, t->cwd.n + 1);
}

static bool put_data(explore_target *t, tandem_request *r, const explore_test *test)
{
    bool good = put(r, t->path, strlen(t->path) + 1);
    const target_given *given = &t->config.given;
    r->n_fixed = (uint32_t)given->n_args;
    r->argc = (uint32_t)test->args.n + r->n_fixed + 1;
    for (size_t i = 0; i < given->n_args && good; i++)
        good = put(r, given->args[i], strlen(given->args[i]) + 1);
    for (size_t i = 0; i < test->args.n && good; i++)
        good = put(r, test->args.at[i].text, test->args.at[i].n + 1);
    good = good && put_environment(t, r, test);
    r->n_files = (uint32_t)test->files.n;
    for (size_t i = 0; i < test->files.n && good; i++)
        good = put(r, test->files.at[i].name.text, test->files.at[i].name.n + 1) && put(r, "", 1);
    const char *input = test->has_stdin ? t->input.text : "/dev/null";
    good = good && put(r, t->cwd.text, t->cwd.n + 1) && put(r, input, strlen(input) + 1);
    r->n_objects = (uint32_t)test->objects.n;
    for (size_t i = 0; i < test->objects.n && good; i++) {
        uint32_t n = (uint32_t)test->objects.at[i].bytes.n;
        good = put(r, &n, sizeof n) && put(r, test->objects.at[i].bytes.text, n);
    }
    return good;
}

bool target_request(explore_target *t, const explore_test *test, const target_options *o)
{
    tandem_shared *s = t->shared;
    tandem_request *r = &s->request;
    memset(r, 0, offsetof(tandem_request, data));
    r->symbolic = o->symbolic;
    r->arg_bytes = o->arg_bytes;
    r->symbolic_env = o->symbolic_env;
    r->env_bytes = o->env_bytes;
    r->keep_boxes = o->keep_boxes;
    r->max_fail = test->max_fail ? test->max_fail : o->max_fail;
    r->fail_seed = test->max_fail ? test->fail_seed : o->fail_seed;
    r->max_records =
        o->max_records < t->config.log_records ? o->max_records : t->config.log_records;
    r->max_flips = o->max_flips;
    r->max_depth = o->max_depth;
    r->cpu_seconds = t->config.cpu_seconds;
    r->file_bytes = t->config.file_bytes;
    r->memory_bytes = t->config.memory_bytes;
    r->clock = (uint8_t)t->config.given.clock;
    r->random = (uint8_t)t->config.given.random;
    r->flags =
        o->flags | (o->keep_output ? TANDEM_RUN_KEEP_OUTPUT : 0) | (o->tell ? TANDEM_RUN_TELL : 0);
    s->n_records = s->n_inputs = s->n_functions = s->n_keepers = 0;
    s->full = s->finding = s->finding_site = s->n_compares = s->outside = s->batch.progress = 0;
    memset(s->concretized, 0, sizeof s->concretized);
    memset(s->coverage, 0, t->n_guards);
    return put_data(t, r, test);
}
