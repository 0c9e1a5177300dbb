/* The bytes that an emitted program reads, and the values they stand for. */
#include "emit/emit_array.h"
#include "emit/emit_string.h"

static uint32_t width_of(const term_bank *b, sort_id s)
{
    switch (sort_kind_of(b, s)) {
    case SORT_BV:
        return sort_bv_width(b, s);
    case SORT_FP:
        return sort_fp_exponent(b, s) + sort_fp_significand(b, s);
    case SORT_INT:
        return 64;
    default:
        return 8;
    }
}

static uint32_t bytes_of(const term_bank *b, sort_id s)
{
    if (sort_kind_of(b, s) == SORT_ARRAY)
        return emit_array_bytes(b, s);
    if (s == SORT_ID_STRING)
        return EMIT_STRING_INPUT;
    return (width_of(b, s) + 7) / 8;
}

void emit_read(emitter *e, const emit_input *in, strbuf *out)
{
    const char *name = emit_variable(e, in->decl), *type = emit_ctype(e, in->sort);
    uint32_t width = width_of(e->bank, in->sort);
    strbuf bytes = STRBUF_INIT;
    if (in->sort == SORT_ID_STRING) {
        strbuf_printf(out, "    const smt_string %s = smt_read_string(input + %u);\n", name,
                      in->offset);
        return;
    }
    if (sort_kind_of(e->bank, in->sort) == SORT_ARRAY) {
        strbuf_printf(out, "    const %s %s = %s_read(input + %u);\n", type, name, type,
                      in->offset);
        return;
    }
    bool wide = width > 64;
    e->reads_wide |= wide;
    e->reads_words |= !wide;
    strbuf_printf(&bytes, "%s(%s, input + %u, %u)", wide ? "READ_WIDE" : "READ_INPUT",
                  sort_kind_of(e->bank, in->sort) == SORT_BV ? type : "uint64_t", in->offset,
                  in->size);
    strbuf_printf(out, "    const %s %s = ", type, name);
    switch (sort_kind_of(e->bank, in->sort)) {
    case SORT_BOOL:
        strbuf_printf(out, "%s & 1", bytes.text);
        break;
    case SORT_ROUNDING_MODE:
        strbuf_printf(out, "%s %% 5", bytes.text);
        break;
    case SORT_INT:
        strbuf_printf(out, "(int64_t)%s", bytes.text);
        break;
    case SORT_FP:
        emit_need(e, width == 32 ? EMIT_FLOAT32 : EMIT_FLOAT64);
        strbuf_printf(out, "smt_float%u(%s%s)", width, width == 32 ? "(uint32_t)" : "", bytes.text);
        break;
    default:
        strbuf_puts(out, bytes.text);
        if (width < 64 && width % 8)
            strbuf_printf(out, " & 0x%llx", (unsigned long long)(UINT64_MAX >> (64 - width)));
    }
    strbuf_puts(out, ";\n");
    strbuf_free(&bytes);
}

void emit_add_input(emitter *e, term_id t)
{
    emit_program *p = e->program;
    sort_id sort = term_sort(e->bank, t);
    emit_input in = {.decl = term_decl(e->bank, t),
                     .sort = sort,
                     .offset = p->bytes,
                     .size = bytes_of(e->bank, sort)};
    strbuf text = STRBUF_INIT;
    emit_ctype(e, sort);
    strbuf_puts(&text, emit_variable(e, in.decl));
    vec_push(&p->inputs, in);
    p->bytes += in.size;
    emit_result(e, t, EMIT_ATOM, &text, false);
}

static value_id value_of(term_bank *b, const emit_input *in, const mpz_t number)
{
    switch (sort_kind_of(b, in->sort)) {
    case SORT_BOOL:
        return value_bool(mpz_odd_p(number));
    case SORT_ROUNDING_MODE:
        return value_rm(b, (fp_rounding)mpz_fdiv_ui(number, 5));
    case SORT_INT:
        return value_int(b, (int64_t)mpz_get_ui(number));
    case SORT_FP:
        return value_fp_mpz(b, in->sort, number);
    default:
        return value_bv_mpz(b, width_of(b, in->sort), number);
    }
}

void emit_decode(term_bank *b, const emit_program *p, const uint8_t *bytes, size_t n,
                 term_model *found)
{
    mpz_t number;
    mpz_init(number);
    for (size_t i = 0; i < p->inputs.n; i++) {
        const emit_input *in = &p->inputs.at[i];
        if (sort_kind_of(b, in->sort) == SORT_ARRAY) {
            model_set_value(found, in->decl, emit_array_value(b, in->sort, bytes, n, in->offset));
            continue;
        }
        if (in->sort == SORT_ID_STRING) {
            model_set_value(found, in->decl, emit_string_value(b, bytes, n, in->offset));
            continue;
        }
        mpz_set_ui(number, 0);
        for (uint32_t k = in->size; k-- > 0;) {
            mpz_mul_2exp(number, number, 8);
            if (in->offset + k < n)
                mpz_add_ui(number, number, bytes[in->offset + k]);
        }
        model_set_value(found, in->decl, value_of(b, in, number));
    }
    mpz_clear(number);
}

void emit_encode(const term_bank *b, const emit_program *p, const term_model *m, uint8_t *bytes)
{
    memset(bytes, 0, p->bytes);
    for (size_t i = 0; i < p->inputs.n; i++) {
        const emit_input *in = &p->inputs.at[i];
        value_id v = model_value(m, in->decl);
        value_scratch scratch;
        mpz_t number;
        int64_t small;
        if (!v || value_sort(b, v) != in->sort)
            continue;
        if (value_kind_of(b, v) == VALUE_STRING) {
            emit_string_encode(b, v, bytes + in->offset);
            continue;
        }
        if (value_kind_of(b, v) == VALUE_ARRAY) {
            emit_array_encode(b, in->sort, v, bytes + in->offset);
            continue;
        }
        if (value_kind_of(b, v) == VALUE_BOOL || value_kind_of(b, v) == VALUE_RM) {
            bytes[in->offset] =
                (uint8_t)(value_kind_of(b, v) == VALUE_RM ? (int)value_rounding(b, v)
                                                          : value_is_true(v));
            continue;
        }
        if (value_kind_of(b, v) == VALUE_INT) {
            if (value_small_int(b, v, &small))
                for (unsigned k = 0; k < 8; k++)
                    bytes[in->offset + k] = (uint8_t)((uint64_t)small >> (8 * k));
            continue;
        }
        value_mpz(b, v, number, &scratch);
        mpz_export(bytes + in->offset, NULL, -1, 1, 0, 0, number);
    }
}
