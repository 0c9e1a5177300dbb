/* Memory in long sessions: what popped scopes have left.
 *
 * The bank goes back to where it was when the scope was opened. Where boxes were called, what is
 * known of them holds values of the bank; then this happens when much has gathered, and all calls
 * are forgotten. Solvers keep something of every name they heard: after as much they begin anew. */
#include "solve/session/session_parts.h"

bank_marks session_mark(const session *s)
{
    return s->has_dead ? s->dead : bank_mark(s->bank);
}

void session_mark_levels(session *s)
{
    for (size_t i = 0; i < s->levels.n; i++)
        s->levels.at[i].mark = bank_mark(s->bank);
    s->has_dead = false;
}

/* Whether nothing that stays was made since the mark. */
static bool is_over(const session *s, const bank_marks *mark)
{
    return s->config.gives_back && s->started && !s->global_names && s->logic < mark->symbols;
}

static void forget_boxes(session *s, const bank_marks *mark)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->unbound.n; i++)
        if (s->unbound.at[i] < mark->decls)
            s->unbound.at[kept++] = s->unbound.at[i];
    s->unbound.n = kept;
    if (s->memory)
        views_release(s->memory, mark->decls);
    if (s->boxes)
        boxes_release(s->boxes, mark->decls);
    engine_free(s->box_engine);
    s->box_engine = NULL;
}

void session_give_back(session *s, const bank_marks *mark)
{
    const solve_limits *limits = session_limits(s);
    size_t bytes = bank_bytes_since(s->bank, mark);
    bool boxes = s->boxes || s->box_engine || s->unbound.n;
    bool over = is_over(s, mark);
    if (s->boxes && !s->levels.n) /* what is known of them is for speed alone */
        boxes_forget(s->boxes, limits->remembered_bytes);
    s->has_dead = over && boxes && bytes <= limits->popped_bytes;
    s->dead = *mark;
    if (!over || s->has_dead)
        return;
    if (boxes)
        forget_boxes(s, mark);
    bank_release(s->bank, mark);
    s->popped_bytes += bytes;
    if (s->engine && s->popped_bytes > limits->popped_bytes) {
        engine_renew(s->engine);
        s->popped_bytes = 0;
    }
}
