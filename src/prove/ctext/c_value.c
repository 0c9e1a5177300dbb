/* Values as C writes them. */
#include "prove/ctext/c_text.h"

enum { MAX_ELEMENTS = 16 };

static void put_bits(const ir_type *type, uint64_t bits, strbuf *out)
{
    unsigned unused = 64 - type->width;
    if (type->is_unsigned)
        strbuf_printf(out, "%llu", (unsigned long long)bits);
    else
        strbuf_printf(out, "%lld", (long long)((int64_t)(bits << unused) >> unused));
}

static void put_array(const ir_program *p, const ir_type *type, value_id v, strbuf *out)
{
    ir_type element = {.width = type->width, .is_unsigned = type->is_unsigned};
    uint64_t n = 1;
    for (uint32_t k = 0; k < type->n_dims; k++)
        n *= type->counts[k];
    strbuf_putc(out, '{');
    for (uint64_t i = 0; i < n && i < MAX_ELEMENTS; i++) {
        value_id index =
            p->model == IR_MACHINE ? value_bv_u64(p->bank, 64, i) : value_int(p->bank, (int64_t)i);
        strbuf_puts(out, i ? ", " : "");
        c_text_value(p, &element, value_array_select(p->bank, v, index), out);
    }
    strbuf_puts(out, n > MAX_ELEMENTS ? ", ...}" : "}");
}

void c_text_value(const ir_program *p, const ir_type *type, value_id v, strbuf *out)
{
    uint64_t bits;
    if (value_kind_of(p->bank, v) == VALUE_ARRAY)
        put_array(p, type, v, out);
    else if (value_kind_of(p->bank, v) == VALUE_BV && value_small_bits(p->bank, v, &bits))
        put_bits(type, bits, out);
    else
        c_text_print(p, term_const(p->bank, v), out);
}
