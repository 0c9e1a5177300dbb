/* Which solvers have edges to look at: asked before a campaign with --coverage, which would be guided by nothing without
 * them. */
#include "cli/cli.h"
#include "cli/fuse/fuse.h"

#define PROBE_SECONDS 10.0 /* a solver with coverage is slow to start */

/* Whatever it answers: its beginning alone has edges. */
static bool has_edges(const fuse_setting *s, const solver *one, coverage *seen)
{
    static const char script[] =
        "(set-logic ALL)\n(declare-fun p () Bool)\n(assert p)\n(check-sat)\n";
    solver_question q = {
        .text = script,
        .length = sizeof script - 1,
        .limits = {.wall_seconds = PROBE_SECONDS, .memory_bytes = s->limits.run.memory_bytes},
        .interrupt = s->limits.interrupt};
    solver *fresh = solver_fresh(one);
    runner_result r;
    vec_u32 edges = {0};
    coverage_clear(seen);
    solver_ask(fresh, &q, &r);
    coverage_take_all(seen, &edges);
    bool some = edges.n > 0;
    runner_result_free(&r);
    vec_free(&edges);
    solver_free(fresh);
    return some;
}

bool fuse_probe_coverage(const fuse_setting *s, bool quiet)
{
    char *error = NULL;
    coverage *seen = coverage_new(&error);
    size_t with = 0;
    strbuf without = STRBUF_INIT;
    if (!seen) {
        cli_complain("fuse", "--coverage: %s", error);
        free(error);
        return false;
    }
    for (size_t i = 0; i < s->solvers.n; i++)
        if (has_edges(s, s->solvers.at[i], seen))
            with++;
        else
            strbuf_printf(&without, "%s%s", without.n ? ", " : "", solver_text(s->solvers.at[i]));
    coverage_free(seen);
    if (!with)
        cli_complain("fuse",
                     "--coverage: no solver has edges to look at (%s). Compile one with "
                     "-fsanitize-coverage=trace-pc-guard "
                     "(clang) or trace-pc (gcc) and link it with libtandem_coverage.a "
                     "(docs/fuse.md), or leave --coverage out",
                     without.n ? without.text : "there is none");
    else if (without.n && !quiet)
        cli_complain("fuse", "--coverage: not built for it, and tested without: %s", without.text);
    strbuf_free(&without);
    return with;
}
