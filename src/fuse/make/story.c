/* How a formula was made, told when somebody asks. */
#include "fuse/make/maker_impl.h"
#include "fuse/make/small.h"

static void tell_seeds(const fuse_maker *m, const fuse_origin *o, strbuf *out)
{
    for (int i = 0; i < 2; i++) {
        strbuf_puts(out, "seed ");
        strbuf_puts(out, m->seeds->seeds.at[o->seeds[i]].path);
        strbuf_putc(out, '\n');
    }
}

static void tell_handle(const term_bank *b, term_id t, strbuf *out)
{
    static const char *const kinds[] = {NULL, "a literal", "a subterm"};
    handle_kind kind = side_handle_kind(b, t);
    if (kind == HANDLE_CONSTANT)
        smt_print_symbol(b, decl_name(b, term_decl(b, t)), out);
    else
        strbuf_puts(out, kinds[kind]);
}

static void tell_triplet(const fuse_maker *m, size_t function, const told_triplet *t, strbuf *out)
{
    strbuf_puts(out, "fused by ");
    strbuf_puts(out, fuse_function_name(m, function));
    strbuf_puts(out, ": ");
    tell_handle(m->bank, t->x, out);
    strbuf_puts(out, " and ");
    tell_handle(m->bank, t->y, out);
    strbuf_puts(out, " as ");
    smt_print_symbol(m->bank, decl_name(m->bank, t->z), out);
    strbuf_putc(out, '\n');
}

const char *fuse_story(fuse_maker *m, fused *f)
{
    const fuse_origin *o = &f->origin;
    strbuf *out = &f->story;
    if (out->n || !f->made)
        return out->text;
    if (o->strategy == FUSE_SMALL) {
        strbuf_printf(out, "small formula %llu, %s\n", (unsigned long long)o->number,
                      small_theory_name(m->small, o->number));
        return out->text;
    }
    tell_seeds(m, o, out);
    for (size_t i = 0; f->layout && i < f->layout->triplets.n; i++)
        tell_triplet(m, f->functions.at[i], &f->layout->triplets.at[i], out);
    if (o->what)
        strbuf_printf(out, "%zu %s\n", o->count, o->what);
    return out->text;
}
