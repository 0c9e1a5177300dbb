/* The memory that a stretch (instrument_stretch.c) reads: code that asks the filter of memory whether anything there depends on
 * inputs. */
#include "instrument/instrument_impl.h"

static LLVMValueRef filter_byte(instrumenter *x, LLVMValueRef address)
{
    LLVMValueRef filter = x->l.GetNamedGlobal(x->module, "tandem_filter");
    LLVMValueRef region =
        x->l.BuildLShr(x->builder, address, ir_number64(x, TANDEM_FILTER_SHIFT), "");
    region = x->l.BuildAnd(x->builder, region, ir_number64(x, TANDEM_FILTER_SIZE - 1), "");
    LLVMValueRef place = x->l.BuildGEP2(x->builder, x->i8, filter, &region, 1, "");
    return x->l.BuildLoad2(x->builder, x->i8, place, "");
}

/* Where the ranges make no more than two regions of the filter. */
static bool join_watches(ir_watch *w, const ir_watch *other)
{
    ir_watch joined = {.base = w->base,
                       .from = w->from < other->from ? w->from : other->from,
                       .to = w->to > other->to ? w->to : other->to};
    if (w->base != other->base || joined.to - joined.from > 1 << TANDEM_FILTER_SHIFT)
        return false;
    joined.in_one_region =
        (w->in_one_region && w->from == joined.from && w->to == joined.to) ||
        (other->in_one_region && other->from == joined.from && other->to == joined.to);
    *w = joined;
    return true;
}

void ir_watch_memory(instrumenter *x, LLVMValueRef p, uint64_t bytes, bool in_one_region)
{
    ir_spot place = ir_spot_of(x, p);
    ir_watch w = {place.base, place.offset, place.offset + (int64_t)bytes, in_one_region};
    for (size_t i = 0; i < x->stretch.watches.n; i++)
        if (join_watches(&x->stretch.watches.at[i], &w))
            return;
    vec_push(&x->stretch.watches, w);
}

LLVMValueRef ir_look_at_filter(instrumenter *x)
{
    LLVMValueRef set = NULL;
    for (size_t i = 0; i < x->stretch.watches.n; i++) {
        const ir_watch *w = &x->stretch.watches.at[i];
        LLVMValueRef base = x->l.BuildPtrToInt(x->builder, w->base, x->i64, "");
        for (int end = 0; end <= !w->in_one_region; end++) {
            LLVMValueRef offset = ir_number64(x, (uint64_t)(end ? w->to - 1 : w->from));
            LLVMValueRef byte = filter_byte(x, x->l.BuildAdd(x->builder, base, offset, ""));
            set = set ? x->l.BuildOr(x->builder, set, byte, "") : byte;
        }
    }
    return set;
}
