/* Options and informations: one table of options, with what changes when one is set. */
#include "solve/session/session_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

typedef enum setting_type { SETTING_BOOL, SETTING_NUMBER, SETTING_CHANNEL } setting_type;

typedef enum setting_effect {
    EFFECT_NONE,
    EFFECT_ENGINE, /* the engine must be made anew */
    EFFECT_START,  /* only while nothing is asserted, and the engine must be made anew */
    EFFECT_OUT,
    EFFECT_LOG
} setting_effect;

typedef struct setting {
    const char *keyword;
    setting_type type;
    setting_effect effect;
    size_t offset;
} setting;

#define SETTING(keyword, type, effect, member) \
    {keyword, SETTING_##type, EFFECT_##effect, offsetof(session_settings, member)}

static const setting settings[] = {
    SETTING(":print-success", BOOL, NONE, print_success),
    SETTING(":produce-models", BOOL, NONE, produce_models),
    SETTING(":produce-assignments", BOOL, NONE, produce_assignments),
    SETTING(":produce-assertions", BOOL, NONE, produce_assertions),
    SETTING(":interactive-mode", BOOL, NONE, produce_assertions),
    SETTING(":produce-unsat-cores", BOOL, START, produce_cores),
    SETTING(":produce-unsat-assumptions", BOOL, START, produce_unsat_assumptions),
    SETTING(":global-declarations", BOOL, NONE, global_declarations),
    SETTING(":random-seed", NUMBER, ENGINE, seed),
    SETTING(":verbosity", NUMBER, NONE, verbosity),
    SETTING(":reproducible-resource-limit", NUMBER, NONE, resource_limit),
    SETTING(":rlimit", NUMBER, NONE, resource_limit),
    SETTING(":timeout", NUMBER, NONE, timeout_ms),
    SETTING(":tlimit-per", NUMBER, NONE, timeout_ms),
    SETTING(":regular-output-channel", CHANNEL, OUT, out_name),
    SETTING(":diagnostic-output-channel", CHANNEL, LOG, log_name),
};

static const setting *find_setting(const char *keyword)
{
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (!strcmp(settings[i].keyword, keyword))
            return &settings[i];
    return NULL;
}

/* Is `f` a file that we opened ourselves? */
static bool is_own(const session *s, const FILE *f)
{
    return f && f != s->config.out && f != s->config.log && f != stdout && f != stderr;
}

static void close_channels(session *s)
{
    if (is_own(s, s->out))
        fclose(s->out);
    if (is_own(s, s->log))
        fclose(s->log);
    s->out = s->config.out;
    s->log = s->config.log;
}

void session_settings_free(session *s)
{
    close_channels(s);
    free(s->set.out_name);
    free(s->set.log_name);
    s->set.out_name = s->set.log_name = NULL;
}

void session_settings_reset(session *s)
{
    session_settings_free(s);
    s->set = (session_settings){
        .produce_models = true,
        .produce_unsat_assumptions = s->config.cores,
        .produce_cores = s->config.cores,
        .seed = s->config.seed,
        .out_name = base_strdup("stdout"),
        .log_name = base_strdup("stderr"),
    };
}

static bool read_bool(const char *text, bool *truth)
{
    *truth = !strcmp(text, "true");
    return *truth || !strcmp(text, "false");
}

static bool read_number(const char *text, uint64_t *number)
{
    char *end;
    *number = strtoull(text, &end, 10);
    return *text >= '0' && *text <= '9' && !*end;
}

/* "stdout" is where our answers go, "stderr" where remarks go; else a file is appended to. */
static void set_channel(session *s, const setting *o, const char *name)
{
    FILE *f = !strcmp(name, "stdout") ? s->config.out : !strcmp(name, "stderr") ? stderr : NULL;
    if (!f && !(f = fopen(name, "a"))) {
        session_error(s, "cannot write to %s: %m", name);
        return;
    }
    FILE **place = o->effect == EFFECT_OUT ? &s->out : &s->log;
    if (is_own(s, *place))
        fclose(*place);
    *place = f;
    char **stored = (char **)((char *)&s->set + o->offset);
    free(*stored);
    *stored = base_strdup(name);
}

static void unsupported(session *s)
{
    fputs("unsupported\n", s->out);
    s->failed = true; /* no `success` behind it; not counted as an error */
}

void session_set_option(session *s, const smt_command *c)
{
    const char *keyword = symbol_text(s->bank, c->symbol);
    const char *text = c->text ? c->text : "";
    const setting *o = find_setting(keyword);
    if (!o) {
        unsupported(s);
        return;
    }
    if (o->effect == EFFECT_START && s->assertions.n) {
        session_error(s, "%s must be set before the first assertion", keyword);
        return;
    }
    void *place = (char *)&s->set + o->offset;
    bool truth;
    uint64_t number;
    if (o->type == SETTING_CHANNEL) {
        set_channel(s, o, text);
    } else if (o->type == SETTING_BOOL) {
        if (!read_bool(text, &truth))
            session_error(s, "%s takes true or false, not %s", keyword, text);
        else
            *(bool *)place = truth;
    } else if (!read_number(text, &number)) {
        session_error(s, "%s takes a natural number, not %s", keyword, text);
    } else {
        *(uint64_t *)place = number;
    }
    s->engine_stale |= o->effect == EFFECT_ENGINE || o->effect == EFFECT_START;
}

void session_get_option(session *s, const smt_command *c)
{
    const setting *o = find_setting(symbol_text(s->bank, c->symbol));
    if (!o) {
        unsupported(s);
        return;
    }
    const void *place = (const char *)&s->set + o->offset;
    strbuf out = STRBUF_INIT;
    if (o->type == SETTING_BOOL)
        strbuf_puts(&out, *(const bool *)place ? "true" : "false");
    else if (o->type == SETTING_NUMBER)
        strbuf_put_u64(&out, *(const uint64_t *)place);
    else
        session_put_quoted(&out, *(char *const *)place);
    session_print(s, &out);
}

static void put_reason_unknown(session *s, strbuf *out)
{
    const session_check *c = s->checks.n ? &vec_last(&s->checks) : NULL;
    if (!c || s->mode != MODE_UNKNOWN) {
        session_error(s, "the last check did not answer unknown");
        return;
    }
    strbuf_puts(out, "(:reason-unknown ");
    if (c->why == ENGINE_WHY_MEMORY || c->why == ENGINE_WHY_TIMEOUT ||
        c->why == ENGINE_WHY_INTERRUPTED)
        strbuf_puts(out, session_why_text(c->why));
    else
        session_put_quoted(out, c->reason ? c->reason : session_why_text(c->why));
    strbuf_putc(out, ')');
}

/* The "key value" lines of the engine as (:key value …). */
static void put_statistics(session *s, strbuf *out)
{
    strbuf lines = STRBUF_INIT;
    if (s->engine)
        engine_statistics(s->engine, &lines);
    const engine_counters *counts = s->engine ? engine_counts(s->engine) : NULL;
    strbuf_putc(out, '(');
    if (counts)
        strbuf_printf(out, ":checks %" PRIu64 " :check-seconds %.3f", counts->checks,
                      counts->seconds);
    for (char *save, *line = strtok_r(lines.text, "\n", &save); line;
         line = strtok_r(NULL, "\n", &save)) {
        char *value = strrchr(line, ' '); /* a key may have several words */
        if (!value)
            continue;
        *value++ = 0;
        for (char *space; (space = strchr(line, ' '));)
            *space = '-';
        strbuf_printf(out, "\n :%s %s", line, value);
    }
    strbuf_putc(out, ')');
    strbuf_free(&lines);
}

void session_get_info(session *s, const smt_command *c)
{
    const char *keyword = symbol_text(s->bank, c->symbol);
    strbuf out = STRBUF_INIT;
    if (!strcmp(keyword, ":name"))
        strbuf_puts(&out, "(:name \"tandem\")");
    else if (!strcmp(keyword, ":version"))
        strbuf_puts(&out, "(:version \"" TANDEM_VERSION "\")");
    else if (!strcmp(keyword, ":authors"))
        strbuf_puts(&out, "(:authors \"the Tandem developers\")");
    else if (!strcmp(keyword, ":error-behavior"))
        strbuf_printf(&out, "(:error-behavior %s)",
                      s->config.immediate_exit ? "immediate-exit" : "continued-execution");
    else if (!strcmp(keyword, ":assertion-stack-levels"))
        strbuf_printf(&out, "(:assertion-stack-levels %zu)", s->levels.n);
    else if (!strcmp(keyword, ":reason-unknown"))
        put_reason_unknown(s, &out);
    else if (!strcmp(keyword, ":all-statistics"))
        put_statistics(s, &out);
    else
        unsupported(s);
    if (out.n)
        session_print(s, &out);
}
