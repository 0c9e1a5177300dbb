#include "fuse/campaign/unit_box.h"

#include "smtlib/script/script.h"

bool unit_got_box(const fuse_setting *s, const fused *f, const finding *one)
{
    for (size_t i = 0; f->box && i < s->solvers.n; i++)
        if (!strcmp(solver_text(s->solvers.at[i]), one->solver))
            return solver_knows_boxes(s->solvers.at[i]);
    return false;
}

void unit_adapt_to_box(fuse_setting *s, fused *f, finding_list *findings, size_t first)
{
    strbuf text = STRBUF_INIT;
    size_t kept = first;
    fuse_print_boxed(s->maker, f, NULL, NULL, &text);
    for (size_t i = first; i < findings->n; i++) {
        finding *one = &findings->at[i];
        bool boxed = unit_got_box(s, f, one);
        if (boxed && one->kind == FINDING_UNKNOWN && one->got == ANSWER_UNKNOWN) {
            finding_free(one);
            continue;
        }
        if (boxed)
            finding_set(&one->formula, text.text);
        findings->at[kept++] = *one;
    }
    findings->n = kept;
    strbuf_free(&text);
}

static void copy(finding *to, const finding *from)
{
    char **texts[FINDING_TEXT_COUNT];
    *to = *from;
    finding_texts(to, texts);
    for (int i = 0; i < FINDING_TEXT_COUNT; i++)
        *texts[i] = base_strdup(*texts[i]);
}

void unit_try_without_box(fuse_setting *s, const judge_case *c, finding *f)
{
    finding plain;
    strbuf text = STRBUF_INIT;
    script_print(c->bank, c->formula, DIALECT_STANDARD, SCRIPT_ANSWER, &text);
    judge_case without = *c;
    without.text = text.text;
    copy(&plain, f);
    finding_set(&plain.formula, text.text);
    judge_confirm(&plain, &without, s->solvers.at, s->solvers.n, &s->limits);
    if (plain.state == FINDING_CONFIRMED) {
        finding_free(f);
        *f = plain;
    } else {
        finding_free(&plain);
    }
    strbuf_free(&text);
}
