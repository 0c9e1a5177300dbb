#include "explore/finding/findings_shrink.h"

typedef struct shrinking {
    explore_findings *findings;
    explore_target *target;
    const target_result *wanted;
    uint64_t key;
    uint32_t left;
} shrinking;

bool findings_run(explore_findings *f, explore_target *target, const explore_test *t,
                  target_result *r, explore_broken *b)
{
    strbuf text = STRBUF_INIT;
    char *error = NULL;
    bool good = target_run(target, t, &(target_options){.tell = true}, r, &error);
    if (good)
        target_broken(target, &text);
    broken_read(b, text.text, target_path(target));
    f->runs++;
    free(error);
    strbuf_free(&text);
    return good;
}

static bool still(shrinking *s, const explore_test *t)
{
    target_result r;
    explore_broken b;
    if (!s->left)
        return false;
    s->left--;
    bool same = findings_run(s->findings, s->target, t, &r, &b) &&
                r.outcome == s->wanted->outcome && r.status == s->wanted->status &&
                r.finding == s->wanted->finding && r.finding_site == s->wanted->finding_site &&
                (!s->key || broken_key(&b) == s->key);
    broken_free(&b);
    return same;
}

/* Halves, then smaller pieces, are cut off the end while it still breaks. */
static void shrink_bytes(shrinking *s, explore_test *t, strbuf *part)
{
    for (size_t cut = part->n; cut; cut /= 2)
        while (part->n >= cut && s->left) {
            size_t n = part->n;
            char saved = part->text[n - cut];
            part->n -= cut;
            part->text[part->n] = 0;
            if (still(s, t))
                continue;
            part->n = n;
            part->text[n - cut] = saved;
            break;
        }
}

/* Pieces from anywhere, the large ones first. */
static void shrink_inside(shrinking *s, explore_test *t, strbuf *part)
{
    strbuf whole = STRBUF_INIT;
    for (size_t cut = part->n / 2; cut && s->left; cut /= 2)
        for (size_t at = 0; at + cut <= part->n && s->left;) {
            strbuf_clear(&whole);
            strbuf_add(&whole, part->text, part->n);
            memmove(part->text + at, part->text + at + cut, part->n - at - cut);
            part->n -= cut;
            part->text[part->n] = 0;
            if (still(s, t))
                continue;
            strbuf_clear(part);
            strbuf_add(part, whole.text, whole.n);
            at += cut;
        }
    strbuf_free(&whole);
}

static void shrink(shrinking *s, explore_test *t)
{
    strbuf *data = t->objects.n ? &t->objects.at[0].bytes : NULL;
    if (data && explore_test_bytes(t) == data) {
        shrink_bytes(s, t, data);
        shrink_inside(s, t, data);
        return;
    }
    while (t->args.n > 0 && s->left) {
        strbuf last = vec_pop(&t->args);
        bool good = still(s, t);
        if (!good) {
            vec_push(&t->args, last);
            break;
        }
        strbuf_free(&last);
    }
    for (size_t i = 0; i < t->args.n; i++)
        shrink_bytes(s, t, &t->args.at[i]);
    shrink_bytes(s, t, &t->input);
    for (size_t i = 0; i < t->files.n; i++)
        if (!t->files.at[i].mode)
            shrink_bytes(s, t, &t->files.at[i].bytes);
}

void findings_shrink(explore_findings *f, explore_target *target, const target_result *wanted,
                     uint64_t key, explore_test *t)
{
    shrink(&(shrinking){.findings = f,
                        .target = target,
                        .wanted = wanted,
                        .key = key,
                        .left = f->limits->finding_runs},
           t);
}
