/* Layouts of formulas; the memory of one is used again for the next. */
#include "fuse/make/maker_impl.h"

void fuse_layout_free(fuse_layout *l)
{
    if (!l)
        return;
    for (int i = 0; i < 2; i++)
        vec_free(&l->changes[i]);
    vec_free(&l->fresh);
    vec_free(&l->triplets);
    vec_free(&l->parts[0]);
    vec_free(&l->parts[1]);
    vec_free(&l->constraints);
    vec_free(&l->steps);
    vec_free(&l->assumptions);
    free(l);
}

void fuse_layout_apply(const fuse_layout *l, int which, side *s)
{
    for (size_t i = 0; i < l->changes[which].n; i++)
        side_put(s, l->changes[which].at[i].edge, l->changes[which].at[i].by);
}

fuse_layout *fuse_layout_take(fuse_maker *m)
{
    fuse_layout *l = m->spare_layout ? m->spare_layout : base_alloc_zero(1, sizeof *l);
    m->spare_layout = NULL;
    return l;
}

void fuse_layout_drop(fuse_maker *m, fuse_layout *l)
{
    if (!l || m->spare_layout) {
        fuse_layout_free(l);
        return;
    }
    for (int i = 0; i < 2; i++) {
        vec_clear(&l->changes[i]);
        vec_clear(&l->parts[i]);
    }
    vec_clear(&l->fresh);
    vec_clear(&l->triplets);
    vec_clear(&l->constraints);
    vec_clear(&l->steps);
    vec_clear(&l->assumptions);
    l->whole = l->small = l->shares = l->disjoined = false;
    m->spare_layout = l;
}
