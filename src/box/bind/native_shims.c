/* The C text of shims: native.h. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "box/bind/native.h"
#include "box/bind/native_prelude.h"
#include "box/box_impl.h"

typedef struct shims {
    term_bank *bank;
    const native_prototype *p;
    strbuf out;
    vec_u32 fields; /* of all arguments */
    size_t used;    /* of them, by the shim that is written */
    char *error;
} shims;

/* ---- Sorts ----------------------------------------------------------------------------------- */

/* Bits of what goes by pointer; 0: it is a word or a text. */
static uint32_t wide_bits(const term_bank *b, sort_id s)
{
    if (sort_kind_of(b, s) == SORT_BV)
        return sort_bv_width(b, s) > 64 ? sort_bv_width(b, s) : 0;
    if (sort_kind_of(b, s) != SORT_FP)
        return 0;
    uint32_t exponent = sort_fp_exponent(b, s), bits = exponent + sort_fp_significand(b, s);
    return (exponent == 8 && bits == 32) || (exponent == 11 && bits == 64) ? 0 : bits;
}

static bool is_long_double(const term_bank *b, sort_id s)
{
    return sort_kind_of(b, s) == SORT_FP && sort_fp_exponent(b, s) == 15 &&
           sort_fp_significand(b, s) == 64;
}

/* The C type that a box has for the sort (signature.c); NULL: it has none. */
static const char *type_of_sort(const term_bank *b, sort_id s)
{
    switch (sort_kind_of(b, s)) {
    case SORT_BOOL:
        return "bool";
    case SORT_BV:
        return sort_bv_width(b, s) <= 8    ? "uint8_t"
               : sort_bv_width(b, s) <= 16 ? "uint16_t"
               : sort_bv_width(b, s) <= 32 ? "uint32_t"
               : sort_bv_width(b, s) <= 64 ? "uint64_t"
                                           : "const uint8_t *";
    case SORT_FP:
        return wide_bits(b, s)               ? "const uint8_t *"
               : sort_fp_exponent(b, s) == 8 ? "float"
                                             : "double";
    case SORT_INT:
        return "int64_t";
    case SORT_REAL:
        return "double";
    case SORT_ROUNDING_MODE:
        return "int";
    case SORT_STRING:
        return "const char *";
    case SORT_ARRAY:
        return "const void *";
    default:
        return NULL;
    }
}

/* ---- Places ---------------------------------------------------------------------------------- */

/* The C name of a field of what is at `place`: a member, or an element. False: it is no name of C. */
static bool field_place(shims *g, const char *place, decl_id constructor, uint32_t i, bool element,
                        strbuf *out)
{
    const char *name =
        symbol_text(g->bank, decl_name(g->bank, decl_selector(g->bank, constructor, i)));
    strbuf_puts(out, place);
    if (element) {
        strbuf_printf(out, "[%u]", i);
        return true;
    }
    size_t n = 0;
    while (isalnum((unsigned char)name[n]) || name[n] == '_')
        n++;
    bool good = n && !name[n] && !isdigit((unsigned char)*name);
    if (!good && !g->error)
        g->error = box_format("the selector '%s' is no name of a struct's member", name);
    strbuf_printf(out, ".%s", good ? name : "x");
    return good;
}

/* Statements that put the next fields into the place. */
static void put_fields(shims *g, sort_id s, const char *place, bool elements)
{
    if (sort_kind_of(g->bank, s) == SORT_DATATYPE) {
        decl_id c = sort_constructor(g->bank, s, 0);
        for (uint32_t i = 0; i < decl_arity(g->bank, c); i++) {
            strbuf inner = STRBUF_INIT;
            field_place(g, place, c, i, elements, &inner);
            put_fields(g, decl_domain(g->bank, c, i), inner.text, false);
            strbuf_free(&inner);
        }
        return;
    }
    size_t i = g->used++;
    uint32_t bits = wide_bits(g->bank, s);
    if (is_long_double(g->bank, s))
        strbuf_printf(&g->out, "    %s = tandem_long(a%zu);\n", place, i);
    else if (bits)
        strbuf_printf(&g->out,
                      "    _Static_assert(sizeof(%s) >= %u, \"\");\n    memcpy(&%s, a%zu, %u);\n",
                      place, (bits + 7) / 8, place, i, (bits + 7) / 8);
    else if (sort_kind_of(g->bank, s) == SORT_STRING || sort_kind_of(g->bank, s) == SORT_ARRAY)
        strbuf_printf(&g->out, "    TANDEM_PUT(%s, a%zu);\n", place, i);
    else
        strbuf_printf(&g->out, "    %s = a%zu;\n", place, i);
    if (s == SORT_ID_INT ||
        s == SORT_ID_REAL) /* a number that the C type does not have: no value */
        strbuf_printf(&g->out, "    if (%s != a%zu)\n        __builtin_trap();\n", place, i);
}

/* A statement that gives the field, if it is number `*skipped` of what follows. */
static void give_field(shims *g, sort_id s, const char *place, bool elements, size_t *skipped)
{
    if (sort_kind_of(g->bank, s) == SORT_DATATYPE) {
        decl_id c = sort_constructor(g->bank, s, 0);
        for (uint32_t i = 0; i < decl_arity(g->bank, c); i++) {
            strbuf inner = STRBUF_INIT;
            field_place(g, place, c, i, elements, &inner);
            give_field(g, decl_domain(g->bank, c, i), inner.text, false, skipped);
            strbuf_free(&inner);
        }
        return;
    }
    if ((*skipped)--)
        return;
    uint32_t bits = wide_bits(g->bank, s);
    if (is_long_double(g->bank, s))
        strbuf_printf(&g->out, "    tandem_put_long(tandem_out, %s);\n", place);
    else if (bits)
        strbuf_printf(
            &g->out,
            "    _Static_assert(sizeof(%s) >= %u, \"\");\n    memcpy(tandem_out, &%s, %u);\n",
            place, (bits + 7) / 8, place, (bits + 7) / 8);
    else if (sort_kind_of(g->bank, s) == SORT_STRING)
        strbuf_printf(&g->out, "    return TANDEM_GET(%s);\n", place);
    else if (s == SORT_ID_BOOL)
        strbuf_printf(&g->out, "    return (%s) != 0;\n", place);
    else
        strbuf_printf(&g->out, "    return %s;\n", place);
}

/* ---- Parameters ------------------------------------------------------------------------------ */

static bool is_pointer(const native_parameter *q)
{
    return text_ends(q->type, "*");
}

/* The pointer itself comes from the formula: to a text, to elements, to bytes. */
static bool passes_through(const shims *g, const native_parameter *q, sort_id s)
{
    sort_kind kind = sort_kind_of(g->bank, s);
    bool bytes = !strcmp(q->type, "uint8_t*") || !strcmp(q->type, "unsigned char*") ||
                 !strcmp(q->type, "void*");
    return q->role == NATIVE_IN && !q->count && is_pointer(q) &&
           (kind == SORT_STRING || kind == SORT_ARRAY || (wide_bits(g->bank, s) && bytes));
}

static bool is_words(const shims *g, const native_parameter *q, sort_id s)
{
    return !strcmp(q->type, "char**") && q->role == NATIVE_IN &&
           sort_kind_of(g->bank, s) == SORT_DATATYPE;
}

static bool is_stream(const shims *g, const native_parameter *q, sort_id s)
{
    return !strcmp(q->type, "FILE*") && sort_kind_of(g->bank, s) == SORT_STRING;
}

/* The object behind parameter number `i`, with what the formula says of it (s: its sort; 0: nothing). */
static void declare_object(shims *g, size_t i, sort_id s)
{
    const native_parameter *q = &g->p->parameters.at[i];
    strbuf place = STRBUF_INIT;
    strbuf_printf(&place, "x%zu", i);
    int base = (int)strlen(q->type);
    bool through = s && passes_through(g, q, s);
    if (is_pointer(q) && !q->count && !through)
        base--;
    if (s && is_stream(g, q, s)) {
        size_t k = g->used++;
        strbuf_printf(&g->out, "    FILE *x%zu = fmemopen((void *)a%zu, strlen(a%zu), \"r\");\n", i,
                      k, k);
    } else if (through) {
        size_t k = g->used++;
        strbuf_printf(&g->out, "    %s x%zu = (void *)a%zu;\n", q->type, i, k);
    } else if (s && is_words(g, q, s)) {
        decl_id c = sort_constructor(g->bank, s, 0);
        strbuf_printf(&g->out, "    char *x%zu[%u] = {0};\n", i, decl_arity(g->bank, c) + 1);
        put_fields(g, s, place.text, true);
    } else {
        uint32_t fields = s && sort_kind_of(g->bank, s) == SORT_DATATYPE
                              ? decl_arity(g->bank, sort_constructor(g->bank, s, 0))
                              : 0;
        strbuf_printf(&g->out, "    %.*s x%zu", base, q->type, i);
        if (q->count && !*q->count)
            strbuf_printf(&g->out, "[%u]", fields);
        else if (q->count)
            strbuf_printf(&g->out, "[%s]", q->count);
        strbuf_printf(&g->out, ";\n    memset(&x%zu, 0, sizeof x%zu);\n", i, i);
        if (s)
            put_fields(g, s, place.text, q->count != NULL);
    }
    strbuf_free(&place);
}

static void call_function(shims *g, const sort_id *sorts)
{
    const native_prototype *p = g->p;
    strbuf_printf(&g->out, "    errno = 0;\n    %s%s(", p->result ? "__auto_type tandem_r = " : "",
                  p->function);
    for (size_t i = 0; i < p->parameters.n; i++) {
        const native_parameter *q = &p->parameters.at[i];
        bool object = q->role != NATIVE_FIXED && is_pointer(q) && !q->count &&
                      !(sorts[i] && (passes_through(g, q, sorts[i]) || is_words(g, q, sorts[i]) ||
                                     is_stream(g, q, sorts[i])));
        strbuf_puts(&g->out, i ? ", " : "");
        if (q->role == NATIVE_FIXED)
            strbuf_puts(&g->out, q->type);
        else
            strbuf_printf(&g->out, "%sx%zu", object ? "&" : "", i);
    }
    strbuf_puts(&g->out, ");\n    int tandem_e = errno;\n    (void)tandem_e;\n");
    for (size_t i = 0; i < p->parameters.n; i++)
        if (sorts[i] && is_stream(g, &p->parameters.at[i], sorts[i]))
            strbuf_printf(&g->out, "    if (x%zu)\n        fclose(x%zu);\n", i, i);
}

/* ---- Shims ----------------------------------------------------------------------------------- */

/* The sorts of what comes back: what is returned, what is written, errno; false: their number is not that of f. */
static bool result_sorts(shims *g, sort_id range, vec_u32 *sorts)
{
    size_t n = (size_t)(g->p->result != NULL) + g->p->error_number;
    for (size_t i = 0; i < g->p->parameters.n; i++)
        n +=
            g->p->parameters.at[i].role == NATIVE_OUT || g->p->parameters.at[i].role == NATIVE_BOTH;
    if (n == 1) {
        vec_push(sorts, range);
        return true;
    }
    bool fits = n && sort_kind_of(g->bank, range) == SORT_DATATYPE &&
                datatype_constructor_count(g->bank, sort_datatype_of(g->bank, range)) == 1;
    decl_id c = fits ? sort_constructor(g->bank, range, 0) : 0;
    fits = fits && decl_arity(g->bank, c) == n;
    for (uint32_t i = 0; fits && i < n; i++)
        vec_push(sorts, decl_domain(g->bank, c, i));
    if (!fits)
        g->error =
            box_format("'%s' gives %zu results: its sort has to be a datatype with as many fields",
                       g->p->function, n);
    return fits;
}

static void write_head(shims *g, size_t number, sort_id field)
{
    bool wide = wide_bits(g->bank, field);
    strbuf_printf(&g->out, "%s " NATIVE_SHIM "(", wide ? "void" : type_of_sort(g->bank, field),
                  number);
    for (size_t i = 0; i < g->fields.n; i++)
        strbuf_printf(&g->out, "%s%s a%zu", i ? ", " : "", type_of_sort(g->bank, g->fields.at[i]),
                      i);
    strbuf_puts(&g->out, wide ? (g->fields.n ? ", uint8_t *tandem_out" : "uint8_t *tandem_out")
                              : (g->fields.n ? "" : "void"));
    strbuf_puts(&g->out, ")\n{\n");
}

static void write_shim(shims *g, size_t number, sort_id field, const vec_u32 *arguments,
                       const vec_u32 *results)
{
    const native_prototype *p = g->p;
    vec_u32 sorts = {0}; /* of each parameter; 0: nothing comes from the formula */
    size_t next = 0, result = 0, skipped = number;
    g->used = 0;
    write_head(g, number, field);
    for (size_t i = 0; i < p->parameters.n; i++) {
        native_role role = p->parameters.at[i].role;
        vec_push(&sorts, role == NATIVE_IN || role == NATIVE_BOTH ? arguments->at[next++] : 0);
        if (role != NATIVE_FIXED)
            declare_object(g, i, sorts.at[i]);
    }
    call_function(g, sorts.at);
    if (p->result)
        give_field(g, results->at[result++], "tandem_r", false, &skipped);
    for (size_t i = 0; i < p->parameters.n; i++) {
        const native_parameter *q = &p->parameters.at[i];
        strbuf place = STRBUF_INIT;
        strbuf_printf(&place, "x%zu", i);
        if (q->role == NATIVE_OUT || q->role == NATIVE_BOTH)
            give_field(g, results->at[result++], place.text, q->count != NULL, &skipped);
        strbuf_free(&place);
    }
    if (p->error_number)
        give_field(g, results->at[result], "tandem_e", false, &skipped);
    strbuf_puts(&g->out, "}\n");
    vec_free(&sorts);
}

static void declare_function(shims *g)
{
    const native_prototype *p = g->p;
    strbuf_printf(&g->out, "extern %s %s(", p->result ? p->result : "void", p->function);
    for (size_t i = 0; i < p->parameters.n; i++)
        strbuf_printf(&g->out, "%s%s%s", i ? ", " : "", p->parameters.at[i].type,
                      p->parameters.at[i].count ? " *" : "");
    strbuf_puts(&g->out, p->parameters.n ? ");\n" : "void);\n");
}

static void write_beginning(shims *g, const native_context *given)
{
    strbuf_puts(&g->out, native_prelude);
    for (uint32_t i = 0; i < given->n_headers; i++) {
        char *path = access(given->headers[i], R_OK) ? NULL : realpath(given->headers[i], NULL);
        if (!strpbrk(given->headers[i], "\"<>\n"))
            strbuf_printf(&g->out, path ? "#include \"%s\"\n" : "#include <%s>\n",
                          path ? path : given->headers[i]);
        free(path);
    }
    if (given->source)
        strbuf_printf(&g->out, "%s\n", given->source);
    if (given->undeclared)
        declare_function(g);
    /* a function that is nowhere is found out when it is bound */
    strbuf_printf(&g->out,
                  "#ifndef %s\n__attribute__((used)) static void *const volatile tandem_needs = "
                  "(void *)%s;\n#endif\n",
                  g->p->function, g->p->function);
    strbuf_puts(&g->out, native_helpers);
}

/* The fields of the arguments, and whether they are as many as the prototype takes. */
static bool argument_sorts(shims *g, decl_id f, vec_u32 *arguments)
{
    size_t wanted = 0;
    for (size_t i = 0; i < g->p->parameters.n; i++)
        wanted +=
            g->p->parameters.at[i].role == NATIVE_IN || g->p->parameters.at[i].role == NATIVE_BOTH;
    for (uint32_t i = 0; i < decl_arity(g->bank, f); i++) {
        vec_push(arguments, decl_domain(g->bank, f, i));
        if (!native_fields(g->bank, arguments->at[i], &g->fields) && !g->error)
            g->error = box_format(
                "argument %u of '%s' is no struct: only datatypes with one constructor and few "
                "fields are",
                i + 1, g->p->function);
    }
    if (wanted != arguments->n && !g->error)
        g->error = box_format(
            "the C prototype of '%s' takes %zu arguments of the formula, and there are %zu",
            g->p->function, wanted, arguments->n);
    for (size_t i = 0; i < g->fields.n && !g->error; i++)
        if (!type_of_sort(g->bank, g->fields.at[i]))
            g->error =
                box_format("an argument of '%s' has a sort that no C type carries", g->p->function);
    return !g->error;
}

char *native_shims(term_bank *b, decl_id f, const native_prototype *p, const native_context *given,
                   char **error)
{
    shims g = {.bank = b, .p = p, .out = STRBUF_INIT};
    vec_u32 arguments = {0}, results = {0}, fields = {0};
    if (argument_sorts(&g, f, &arguments) && result_sorts(&g, decl_range(b, f), &results)) {
        bool good = native_fields(b, decl_range(b, f), &fields);
        for (size_t i = 0; i < fields.n && good; i++)
            good = type_of_sort(b, fields.at[i]) && sort_kind_of(b, fields.at[i]) != SORT_ARRAY;
        if (!good)
            g.error = box_format("a result of '%s' has a sort that no C type carries", p->function);
        write_beginning(&g, given);
        for (size_t i = 0; i < fields.n && !g.error; i++)
            write_shim(&g, i, fields.at[i], &arguments, &results);
    }
    *error = g.error;
    vec_free(&arguments);
    vec_free(&results);
    vec_free(&fields);
    vec_free(&g.fields);
    if (!g.error)
        return strbuf_detach(&g.out);
    strbuf_free(&g.out);
    return NULL;
}
