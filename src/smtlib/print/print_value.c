#include "smtlib/print/print_impl.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/vec.h"

/* Bits high .. low of the number. */
static void put_bits(const mpz_t number, uint32_t high, uint32_t low, strbuf *out)
{
    uint32_t width = high - low + 1;
    strbuf_puts(out, "#b");
    char *end = strbuf_reserve(out, width);
    uint64_t bits = high < 64 ? mpz_get_ui(number) >> low : 0;
    for (uint32_t i = width; high < 64 && i-- > 0; bits >>= 1)
        end[i] = (char)('0' + (bits & 1));
    for (uint32_t i = 0; high >= 64 && i < width; i++)
        end[i] = mpz_tstbit(number, high - i) ? '1' : '0';
    end[width] = 0;
    out->n += width;
}

static void print_bv(const term_bank *b, value_id v, strbuf *out)
{
    uint32_t width = sort_bv_width(b, value_sort(b, v));
    uint64_t small;
    mpz_t number;
    value_scratch scratch;
    if (width % 4 == 0) {
        size_t digits = width / 4;
        strbuf_puts(out, "#x");
        char *end = strbuf_reserve(out, digits + 2); /* mpz_get_str wants room for a sign */
        if (width <= 64 && value_small_bits(b, v, &small)) {
            for (size_t i = digits; i-- > 0; small >>= 4)
                end[i] = "0123456789abcdef"[small & 15];
        } else {
            value_mpz(b, v, number, &scratch);
            size_t have = mpz_sgn(number) ? mpz_sizeinbase(number, 16) : 0;
            memset(end, '0', digits - have);
            if (have)
                mpz_get_str(end + digits - have, 16, number);
        }
        end[digits] = 0;
        out->n += digits;
        return;
    }
    value_mpz(b, v, number, &scratch);
    put_bits(number, width - 1, 0, out);
}

static void print_special(const char *name, uint32_t e, uint32_t s, strbuf *out)
{
    strbuf_puts(out, "(_ ");
    strbuf_puts(out, name);
    strbuf_putc(out, ' ');
    strbuf_put_u64(out, e);
    strbuf_putc(out, ' ');
    strbuf_put_u64(out, s);
    strbuf_putc(out, ')');
}

static void print_fp(const term_bank *b, value_id v, strbuf *out)
{
    uint32_t e = sort_fp_exponent(b, value_sort(b, v));
    uint32_t s = sort_fp_significand(b, value_sort(b, v));
    mpz_t bits;
    value_scratch scratch;
    value_mpz(b, v, bits, &scratch);
    bool negative = mpz_tstbit(bits, e + s - 1);
    bool fraction = mpz_sgn(bits) && mpz_scan1(bits, 0) < s - 1;
    uint32_t ones = 0;
    for (uint32_t i = 0; i < e; i++)
        ones += mpz_tstbit(bits, s - 1 + i) ? 1 : 0;
    if (ones == e && fraction) {
        print_special("NaN", e, s, out);
    } else if (ones == e) {
        print_special(negative ? "-oo" : "+oo", e, s, out);
    } else if (!ones && !fraction) {
        print_special(negative ? "-zero" : "+zero", e, s, out);
    } else {
        strbuf_puts(out, "(fp ");
        put_bits(bits, e + s - 1, e + s - 1, out);
        strbuf_putc(out, ' ');
        put_bits(bits, e + s - 2, s - 1, out);
        strbuf_putc(out, ' ');
        put_bits(bits, s - 2, 0, out);
        strbuf_putc(out, ')');
    }
}

/* Whether the backslash at `i` would be read as the start of an escape: \u{…} or \uXXXX. */
static bool starts_escape(const uint32_t *data, size_t n, size_t i)
{
    if (i + 1 >= n || data[i + 1] != 'u')
        return false;
    size_t from = i + 2, digits = 0;
    bool braces = from < n && data[from] == '{';
    from += braces;
    while (from + digits < n && data[from + digits] < 128 &&
           strchr("0123456789abcdefABCDEF", (int)data[from + digits]) && data[from + digits])
        digits++;
    return braces ? digits && from + digits < n && data[from + digits] == '}' : digits >= 4;
}

static void put_escape(uint32_t c, strbuf *out)
{
    char digits[8];
    size_t i = sizeof digits;
    do {
        digits[--i] = "0123456789abcdef"[c & 15];
        c >>= 4;
    } while (c);
    strbuf_puts(out, "\\u{");
    strbuf_add(out, digits + i, sizeof digits - i);
    strbuf_putc(out, '}');
}

static void print_string(const term_bank *b, value_id v, strbuf *out)
{
    size_t n;
    const uint32_t *data = value_string_data(b, v, &n);
    strbuf_putc(out, '"');
    for (size_t i = 0; i < n; i++) {
        uint32_t c = data[i];
        if (c == '"')
            strbuf_puts(out, "\"\"");
        else if (c < 32 || c > 126 || (c == '\\' && starts_escape(data, n, i)))
            put_escape(c, out);
        else
            strbuf_putc(out, (char)c);
    }
    strbuf_putc(out, '"');
}

/* z3's form: the polynomial over x, highest power first, and the number of the root. */
static void print_algebraic(const term_bank *b, value_id v, strbuf *out)
{
    strbuf_puts(out, "(root-obj (+");
    for (uint32_t i = value_child_count(b, v); i-- > 0;) {
        int64_t small;
        value_id c = value_child(b, v, i);
        bool is_small = value_small_int(b, c, &small);
        if (is_small && !small)
            continue;
        strbuf_putc(out, ' ');
        if (i == 0) {
            smt_print_int(b, c, "", out);
            continue;
        }
        bool factor = !is_small || small != 1;
        if (factor) {
            strbuf_puts(out, "(* ");
            smt_print_int(b, c, "", out);
            strbuf_putc(out, ' ');
        }
        if (i == 1)
            strbuf_putc(out, 'x');
        else
            strbuf_printf(out, "(^ x %" PRIu32 ")", i);
        if (factor)
            strbuf_putc(out, ')');
    }
    strbuf_printf(out, ") %" PRIu32 ")", value_algebraic_root(b, v));
}

static const char *rounding_text(fp_rounding mode)
{
    static const char *const text[] = {
        [RM_RNE] = "RNE", [RM_RNA] = "RNA", [RM_RTP] = "RTP", [RM_RTN] = "RTN", [RM_RTZ] = "RTZ"};
    return text[mode];
}

/* What is still to be printed: a value with a space before it, a closing parenthesis, or the beginning of
 * (seq.unit x) and the like (TODO_UNIT + which). */
typedef VEC(value_id) todo_vec;
#define TODO_CLOSE UINT32_C(0)
#define TODO_UNIT (UINT32_MAX - 2)

static void push_children(const term_bank *b, value_id v, todo_vec *todo)
{
    vec_push(todo, TODO_CLOSE);
    for (uint32_t i = value_child_count(b, v); i-- > 0;)
        vec_push(todo, value_child(b, v, i));
}

static void open_regex(const term_bank *b, value_id v, smt_dialect dialect, todo_vec *todo,
                       strbuf *out)
{
    term_op op = value_regex_op(b, v);
    uint32_t indices[2] = {0}, n = term_op_indices(op);
    for (uint32_t i = 0; i < n; i++)
        indices[i] = value_regex_index(b, v, i);
    if (value_child_count(b, v)) {
        strbuf_putc(out, '(');
        push_children(b, v, todo);
    }
    smt_print_operator(op, indices, n, dialect, out);
}

/* (store (store ((as const S) d) i e) i e): the inner ones first. */
static void open_array(const term_bank *b, value_id v, todo_vec *todo, strbuf *out)
{
    uint32_t n = value_array_size(b, v);
    for (uint32_t i = n; i-- > 0;) {
        vec_push(todo, TODO_CLOSE);
        vec_push(todo, value_array_element_at(b, v, i));
        vec_push(todo, value_array_index_at(b, v, i));
        strbuf_puts(out, "(store ");
    }
    vec_push(todo, TODO_CLOSE);
    vec_push(todo, value_array_default(b, v));
    strbuf_puts(out, "((as const ");
    sort_print(b, value_sort(b, v), out);
    strbuf_putc(out, ')');
}

static void open_data(term_bank *b, value_id v, smt_dialect dialect, todo_vec *todo, strbuf *out)
{
    if (value_child_count(b, v)) {
        strbuf_putc(out, '(');
        push_children(b, v, todo);
    }
    smt_print_head(b, value_constructor(b, v), dialect, out);
}

/* What collections are written with, as cvc5 does it. */
static const struct collection_words {
    const char *empty, *unit, *join;
} collection_words[] = {{"seq.empty", " (seq.unit", "(seq.++"},
                        {"set.empty", " (set.singleton", "(set.union"},
                        {"bag.empty", " (bag", "(bag.union_disjoint"}};

/* (as seq.empty S), (seq.unit x), (seq.++ (seq.unit x) …). Sets and bags have joins of two only, which
 * nest to the left. */
static void open_collection(const term_bank *b, value_id v, todo_vec *todo, strbuf *out)
{
    unsigned which = value_kind_of(b, v) - VALUE_SEQ;
    const struct collection_words *words = &collection_words[which];
    bool nested = which != 0;
    uint32_t step = value_kind_of(b, v) == VALUE_BAG ? 2 : 1, n = value_child_count(b, v) / step;
    if (!n) {
        strbuf_printf(out, "(as %s ", words->empty);
        sort_print(b, value_sort(b, v), out);
        strbuf_putc(out, ')');
        return;
    }
    for (uint32_t i = 1; i < (nested || n < 2 ? n : 2); i++)
        strbuf_printf(out, "%s%s", i > 1 ? " " : "", words->join);
    if (n > 1 && !nested)
        vec_push(todo, TODO_CLOSE);
    for (uint32_t i = n; i-- > 0;) {
        if (i && nested)
            vec_push(todo, TODO_CLOSE);
        vec_push(todo, TODO_CLOSE);
        for (uint32_t k = step; k-- > 0;)
            vec_push(todo, value_child(b, v, step * i + k));
        if (n > 1)
            vec_push(todo, TODO_UNIT + which);
    }
    if (n == 1)
        strbuf_puts(out, words->unit + 1); /* without the space before it */
}

/* Elements of a declared sort: @number, qualified by the sort. */
static void print_element(const term_bank *b, value_id v, strbuf *out)
{
    mpz_t number;
    value_scratch scratch;
    value_mpz(b, v, number, &scratch);
    strbuf_puts(out, "(as @");
    smt_put_number(number, out);
    strbuf_putc(out, ' ');
    sort_print(b, value_sort(b, v), out);
    strbuf_putc(out, ')');
}

static void print_one(term_bank *b, value_id v, smt_dialect dialect, todo_vec *todo, strbuf *out)
{
    switch (value_kind_of(b, v)) {
    case VALUE_NONE:
        assert(false);
        break;
    case VALUE_BOOL:
        strbuf_puts(out, value_is_true(v) ? "true" : "false");
        break;
    case VALUE_INT:
        smt_print_int(b, v, "", out);
        break;
    case VALUE_REAL:
        smt_print_real(b, v, out);
        break;
    case VALUE_BV:
        print_bv(b, v, out);
        break;
    case VALUE_FP:
        print_fp(b, v, out);
        break;
    case VALUE_RM:
        strbuf_puts(out, rounding_text(value_rounding(b, v)));
        break;
    case VALUE_STRING:
        print_string(b, v, out);
        break;
    case VALUE_REGEX:
        open_regex(b, v, dialect, todo, out);
        break;
    case VALUE_ARRAY:
        open_array(b, v, todo, out);
        break;
    case VALUE_DATA:
        open_data(b, v, dialect, todo, out);
        break;
    case VALUE_ELEMENT:
        print_element(b, v, out);
        break;
    case VALUE_ALGEBRAIC:
        print_algebraic(b, v, out);
        break;
    case VALUE_SEQ:
    case VALUE_SET:
    case VALUE_BAG:
        open_collection(b, v, todo, out);
        break;
    }
}

void smt_print_value(term_bank *b, value_id v, smt_dialect dialect, strbuf *out)
{
    todo_vec todo = {0};
    print_one(b, v, dialect, &todo, out);
    while (todo.n) {
        value_id next = vec_pop(&todo);
        if (next == TODO_CLOSE) {
            strbuf_putc(out, ')');
        } else if (next >= TODO_UNIT) {
            strbuf_puts(out, collection_words[next - TODO_UNIT].unit);
        } else {
            strbuf_putc(out, ' ');
            print_one(b, next, dialect, &todo, out);
        }
    }
    vec_free(&todo);
}
