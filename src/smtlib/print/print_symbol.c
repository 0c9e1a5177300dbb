#include "smtlib/print/print_impl.h"

#include <string.h>

#include "smtlib/print/dialect.h"

/* Letters, digits and the signs that a simple symbol may have. */
static const bool simple[256] = {
    ['A'] = 1, ['B'] = 1, ['C'] = 1, ['D'] = 1, ['E'] = 1, ['F'] = 1, ['G'] = 1, ['H'] = 1,
    ['I'] = 1, ['J'] = 1, ['K'] = 1, ['L'] = 1, ['M'] = 1, ['N'] = 1, ['O'] = 1, ['P'] = 1,
    ['Q'] = 1, ['R'] = 1, ['S'] = 1, ['T'] = 1, ['U'] = 1, ['V'] = 1, ['W'] = 1, ['X'] = 1,
    ['Y'] = 1, ['Z'] = 1, ['a'] = 1, ['b'] = 1, ['c'] = 1, ['d'] = 1, ['e'] = 1, ['f'] = 1,
    ['g'] = 1, ['h'] = 1, ['i'] = 1, ['j'] = 1, ['k'] = 1, ['l'] = 1, ['m'] = 1, ['n'] = 1,
    ['o'] = 1, ['p'] = 1, ['q'] = 1, ['r'] = 1, ['s'] = 1, ['t'] = 1, ['u'] = 1, ['v'] = 1,
    ['w'] = 1, ['x'] = 1, ['y'] = 1, ['z'] = 1, ['0'] = 1, ['1'] = 1, ['2'] = 1, ['3'] = 1,
    ['4'] = 1, ['5'] = 1, ['6'] = 1, ['7'] = 1, ['8'] = 1, ['9'] = 1, ['~'] = 1, ['!'] = 1,
    ['@'] = 1, ['$'] = 1, ['%'] = 1, ['^'] = 1, ['&'] = 1, ['*'] = 1, ['_'] = 1, ['-'] = 1,
    ['+'] = 1, ['='] = 1, ['<'] = 1, ['>'] = 1, ['.'] = 1, ['?'] = 1, ['/'] = 1};

/* Words that are no names, beside the operators and commands. */
#define KEYWORDS                                                                                  \
    WORD("!"), WORD("_"), WORD("as"), WORD("let"), WORD("forall"), WORD("exists"), WORD("match"), \
        WORD("par"), WORD("lambda"), WORD("true"), WORD("false"), WORD("const"), WORD("BINARY"),  \
        WORD("DECIMAL"), WORD("HEXADECIMAL"), WORD("NUMERAL"), WORD("STRING"), WORD("RNE"),       \
        WORD("RNA"), WORD("RTP"), WORD("RTN"), WORD("RTZ")
static const struct word {
    const char *text;
    size_t n;
} reserved[] = {
#define WORD(word) {word, sizeof word - 1}
#define OP(name, word, indices, signature) WORD(word),
#define COMMAND(name, word) WORD(word),
    KEYWORDS,
#include "smtlib/read/commands.def"
#include "term/core/ops.def"
#undef COMMAND
#undef OP
#undef WORD
};

bool smt_is_reserved(const char *text, size_t n)
{
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (reserved[i].n == n && !memcmp(reserved[i].text, text, n))
            return true;
    return false;
}

static bool needs_quotes(const char *text, size_t n)
{
    if (!n || (text[0] >= '0' && text[0] <= '9'))
        return true;
    for (size_t i = 0; i < n; i++)
        if (!simple[(unsigned char)text[i]])
            return true;
    return smt_is_reserved(text, n);
}

void smt_print_symbol(const term_bank *b, symbol_id s, strbuf *out)
{
    const char *text = symbol_text(b, s);
    size_t n = symbol_length(b, s);
    if (!needs_quotes(text, n)) {
        strbuf_add(out, text, n);
        return;
    }
    strbuf_putc(out, '|');
    for (size_t i = 0; i < n; i++) {
        /* These two cannot be written at all; no reader makes such symbols. */
        bool unwritable = text[i] == '|' || text[i] == '\\';
        strbuf_putc(out, unwritable ? '%' : text[i]);
    }
    strbuf_putc(out, '|');
}

void smt_print_operator(term_op op, const uint32_t *indices, uint32_t n, smt_dialect dialect,
                        strbuf *out)
{
    const char *text = smt_dialect_spelling(op, dialect);
    if (!n) {
        strbuf_puts(out, text);
        return;
    }
    strbuf_puts(out, "(_ ");
    strbuf_puts(out, text);
    for (uint32_t i = 0; i < n; i++) {
        strbuf_putc(out, ' ');
        strbuf_put_u64(out, indices[i]);
    }
    strbuf_putc(out, ')');
}

/* Whether `parameter` occurs in `s`. Recursion is on the depth of a sort, which the reader bounds.
 */
static bool sort_mentions(const term_bank *b, sort_id s, sort_id parameter)
{
    if (s == parameter)
        return true;
    if (sort_kind_of(b, s) == SORT_ARRAY)
        return sort_mentions(b, sort_array_index(b, s), parameter) ||
               sort_mentions(b, sort_array_element(b, s), parameter);
    for (uint32_t i = 0, n = sort_parameter_count(b, s); i < n; i++)
        if (sort_mentions(b, sort_parameter_at(b, s, i), parameter))
            return true;
    return false;
}

/* Whether the sort of a constructor's application cannot be read off its arguments. */
static bool needs_as(term_bank *b, decl_id d)
{
    sort_id s = decl_range(b, d);
    if (!sort_parameter_count(b, s))
        return false;
    sort_id generic = datatype_sort(b, sort_datatype_of(b, s));
    decl_id c = sort_constructor(b, generic, decl_constructor_index(b, d));
    for (uint32_t i = 0, n = sort_parameter_count(b, generic); i < n; i++) {
        bool found = false;
        for (uint32_t j = 0; j < decl_arity(b, c) && !found; j++)
            found = sort_mentions(b, decl_domain(b, c, j), sort_parameter_at(b, generic, i));
        if (!found)
            return true;
    }
    return false;
}

/* (_ tuple.select 0), (_ tuple.update 0), tuple: what belongs to tuples is named by its place. Not for
 * solvers to which tuples are declared as datatypes. */
static bool print_tuple_head(term_bank *b, decl_id d, smt_dialect dialect, strbuf *out)
{
    decl_kind kind = decl_kind_of(b, d);
    bool field = kind == DECL_SELECTOR || kind == DECL_UPDATER;
    if ((!field && kind != DECL_CONSTRUCTOR) || !smt_dialect_has_tuples(dialect) ||
        !sort_is_tuple(b, decl_range(b, decl_constructor(b, d))))
        return false;
    if (field)
        strbuf_printf(out, "(_ tuple.%s %u)", kind == DECL_SELECTOR ? "select" : "update",
                      decl_field_index(b, d));
    else
        strbuf_puts(out, symbol_text(b, decl_name(b, d)));
    return true;
}

void smt_print_head(term_bank *b, decl_id d, smt_dialect dialect, strbuf *out)
{
    if (print_tuple_head(b, d, dialect, out))
        return;
    switch (decl_kind_of(b, d)) {
    case DECL_TESTER:
        strbuf_puts(out, "(_ is ");
        smt_print_symbol(b, decl_name(b, decl_constructor(b, d)), out);
        strbuf_putc(out, ')');
        return;
    case DECL_UPDATER: {
        decl_id field = decl_selector(b, decl_constructor(b, d), decl_field_index(b, d));
        strbuf_puts(out, dialect == DIALECT_CVC5 ? "(_ update " : "(_ update-field ");
        smt_print_symbol(b, decl_name(b, field), out);
        strbuf_putc(out, ')');
        return;
    }
    case DECL_CONSTRUCTOR:
        if (needs_as(b, d)) {
            strbuf_puts(out, "(as ");
            smt_print_symbol(b, decl_name(b, d), out);
            strbuf_putc(out, ' ');
            sort_print(b, decl_range(b, d), out);
            strbuf_putc(out, ')');
            return;
        }
        break;
    default:
        break;
    }
    smt_print_symbol(b, decl_name(b, d), out);
}
