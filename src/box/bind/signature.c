#include "box/bind/signature.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "box/box_impl.h"

enum { MAX_RESULT_INDEX = 16, DIRECT_INTEGERS = 6, DIRECT_FLOATS = 8, SMALL_FLOATS = 4 };

typedef struct ctype {
    const char *name;
    uint32_t size;
    bool is_signed, floating, boolean;
} ctype;

static const ctype ctypes_known[] = {
    {"bool", 1, false, false, true},
    {"_Bool", 1, false, false, true},
    {"char", 1, (char)-1 < 0, false, false},
    {"signed char", 1, true, false, false},
    {"unsigned char", 1, false, false, false},
    {"short", 2, true, false, false},
    {"short int", 2, true, false, false},
    {"unsigned short", 2, false, false, false},
    {"unsigned short int", 2, false, false, false},
    {"int", 4, true, false, false},
    {"signed int", 4, true, false, false},
    {"unsigned", 4, false, false, false},
    {"unsigned int", 4, false, false, false},
    {"long", sizeof(long), true, false, false},
    {"long int", sizeof(long), true, false, false},
    {"unsigned long", sizeof(long), false, false, false},
    {"unsigned long int", sizeof(long), false, false, false},
    {"long long", 8, true, false, false},
    {"long long int", 8, true, false, false},
    {"unsigned long long", 8, false, false, false},
    {"unsigned long long int", 8, false, false, false},
    {"size_t", sizeof(size_t), false, false, false},
    {"ssize_t", sizeof(size_t), true, false, false},
    {"int8_t", 1, true, false, false},
    {"int16_t", 2, true, false, false},
    {"int32_t", 4, true, false, false},
    {"int64_t", 8, true, false, false},
    {"uint8_t", 1, false, false, false},
    {"uint16_t", 2, false, false, false},
    {"uint32_t", 4, false, false, false},
    {"uint64_t", 8, false, false, false},
    {"float", 4, false, true, false},
    {"double", 8, false, true, false},
};

/* A C type text without const and the like, words separated by single spaces, '*' apart. */
static void normalise(const char *text, char *out, size_t size)
{
    size_t n = 0;
    while (*text && n + 2 < size) {
        size_t word = 0;
        while (isalnum((unsigned char)text[word]) || text[word] == '_')
            word++;
        if (!word) {
            if (*text == '*')
                out[n++] = '*';
            text++;
            continue;
        }
        bool dropped = (word == 5 && text_begins(text, "const")) ||
                       (word == 8 && text_begins(text, "volatile")) ||
                       (word == 8 && text_begins(text, "restrict"));
        if (!dropped && n + word + 2 < size) {
            if (n)
                out[n++] = ' ';
            memcpy(out + n, text, word);
            n += word;
        }
        text += word;
    }
    out[n] = '\0';
}

typedef struct ctype_use {
    const ctype *known; /* NULL: none given, or a name that says nothing to us */
    bool pointer;
    bool text;
} ctype_use;

static ctype_use read_ctype(const char *text)
{
    ctype_use use = {0};
    char name[128];
    if (!text)
        return use;
    normalise(text, name, sizeof name);
    use.pointer = strchr(name, '*');
    use.text = !strcmp(name, "text");
    for (size_t i = 0; i < sizeof ctypes_known / sizeof *ctypes_known; i++)
        if (!strcmp(name, ctypes_known[i].name))
            use.known = &ctypes_known[i];
    return use;
}

static uint32_t bytes_for(uint32_t width)
{
    return width <= 8 ? 1 : width <= 16 ? 2 : width <= 32 ? 4 : 8;
}

static bool bits_parameter(box_parameter *p, uint32_t width, const ctype_use *use)
{
    p->width = width;
    if (use->pointer) {
        p->class = BOX_CLASS_POINTER;
        p->size = 8;
        return width == 64 && sizeof(void *) == 8;
    }
    if (width > 64) {
        p->class = BOX_CLASS_WIDE;
        p->size = sizeof(void *);
        return !use->known;
    }
    p->class = BOX_CLASS_BITS;
    p->size = use->known ? use->known->size : bytes_for(width);
    p->is_signed = use->known && use->known->is_signed;
    return p->size * 8 >= width && (!use->known || (!use->known->floating && !use->known->boolean));
}

static bool float_parameter(box_parameter *p, uint32_t e, uint32_t s, const ctype_use *use)
{
    p->width = e + s;
    bool single = e == 8 && s == 24, twofold = e == 11 && s == 53;
    if (!single && !twofold) {
        p->class = BOX_CLASS_WIDE;
        p->size = sizeof(void *);
        return !use->known;
    }
    p->class = single ? BOX_CLASS_FLOAT : BOX_CLASS_DOUBLE;
    p->size = single ? 4 : 8;
    p->floating = true;
    return !use->pointer && (!use->known || (use->known->floating && use->known->size == p->size));
}

static bool number_parameter(box_parameter *p, bool real, const ctype_use *use)
{
    p->width = 64;
    p->size = 8;
    if (use->text || use->pointer) {
        p->class = BOX_CLASS_TEXT;
        return true;
    }
    p->class = real ? BOX_CLASS_REAL : BOX_CLASS_INT;
    p->floating = real;
    p->is_signed = !real;
    if (!use->known)
        return true;
    if (real)
        return use->known->floating && use->known->size == 8;
    p->size = use->known->size;
    p->is_signed = use->known->is_signed;
    return !use->known->floating && !use->known->boolean;
}

static bool array_parameter(const term_bank *b, box_parameter *p, bool result)
{
    sort_id index = sort_array_index(b, p->sort), element = sort_array_element(b, p->sort);
    if (sort_kind_of(b, index) != SORT_BV || sort_kind_of(b, element) != SORT_BV)
        return false;
    p->class = BOX_CLASS_ARRAY;
    p->width = sort_bv_width(b, element);
    p->size = bytes_for(p->width);
    return p->width <= 64 && (!result || sort_bv_width(b, index) <= MAX_RESULT_INDEX);
}

static bool make_parameter(const term_bank *b, sort_id sort, const char *text, bool result,
                           box_parameter *p)
{
    ctype_use use = read_ctype(text);
    *p = (box_parameter){.sort = sort};
    switch (sort_kind_of(b, sort)) {
    case SORT_BOOL:
        p->class = BOX_CLASS_BOOL;
        p->width = 1;
        p->size = use.known ? use.known->size : 1;
        return !use.pointer && (!use.known || !use.known->floating);
    case SORT_BV:
        return bits_parameter(p, sort_bv_width(b, sort), &use);
    case SORT_FP:
        return float_parameter(p, sort_fp_exponent(b, sort), sort_fp_significand(b, sort), &use);
    case SORT_INT:
    case SORT_REAL:
        return number_parameter(p, sort == SORT_ID_REAL, &use);
    case SORT_ROUNDING_MODE:
        p->class = BOX_CLASS_MODE;
        p->width = 32;
        p->size = 4;
        return !use.pointer;
    case SORT_STRING:
        p->class = BOX_CLASS_STRING;
        p->size = sizeof(void *);
        return !use.known;
    case SORT_ARRAY:
        return array_parameter(b, p, result) && !use.known;
    default:
        return false;
    }
}

static ffi_type *ffi_type_of(const box_parameter *p)
{
    switch (p->class) {
    case BOX_CLASS_FLOAT:
        return &ffi_type_float;
    case BOX_CLASS_DOUBLE:
    case BOX_CLASS_REAL:
        return &ffi_type_double;
    case BOX_CLASS_MODE:
        return &ffi_type_sint32;
    case BOX_CLASS_BOOL:
    case BOX_CLASS_BITS:
    case BOX_CLASS_INT:
        switch (p->size) {
        case 1:
            return p->is_signed ? &ffi_type_sint8 : &ffi_type_uint8;
        case 2:
            return p->is_signed ? &ffi_type_sint16 : &ffi_type_uint16;
        case 4:
            return p->is_signed ? &ffi_type_sint32 : &ffi_type_uint32;
        default:
            return &ffi_type_uint64;
        }
    default:
        return &ffi_type_pointer;
    }
}

static bool by_word(const box_parameter *p)
{
    return p->class <= BOX_CLASS_MODE;
}

static void choose_shape(box *x)
{
    uint32_t integers = x->result_by_pointer, floats = 0;
    for (uint32_t i = 0; i < x->arity; i++) {
        const box_parameter *p = &x->parameters[i];
        if (p->floating)
            floats++;
        else
            integers++;
        x->extends |=
            p->is_signed && p->class == BOX_CLASS_BITS && (p->width < 32 || p->width < p->size * 8);
    }
    x->shape = BOX_SHAPE_FFI;
#ifdef __x86_64__
    /* The System V convention: integers in six registers, floats in eight others, independently. */
    if (!x->extends && !floats && !x->result.floating && integers <= DIRECT_INTEGERS)
        x->shape = BOX_SHAPE_INT;
    else if (!integers && x->result.floating && floats <= SMALL_FLOATS)
        x->shape = BOX_SHAPE_DOUBLE;
    else if (!x->extends && integers <= DIRECT_INTEGERS && floats <= DIRECT_FLOATS)
        x->shape = BOX_SHAPE_MIXED;
#endif
}

/* Of `const T *`. */
static sort_id pointed_sort(term_bank *b, const char *name)
{
    char element[128];
    size_t n = strlen(name);
    while (n && (name[n - 1] == '*' || name[n - 1] == ' '))
        n--;
    snprintf(element, sizeof element, "%.*s", (int)n, name);
    ctype_use use = read_ctype(element);
    bool bytes = !strcmp(element, "void");
    if (!strcmp(element, "char"))
        return SORT_ID_STRING;
    if (strchr(name, '*') != strrchr(name, '*') || (!bytes && (!use.known || use.known->floating)))
        return 0;
    return sort_array(b, sort_bv(b, 32), sort_bv(b, bytes ? 8 : 8 * use.known->size));
}

sort_id signature_sort(term_bank *b, const char *text)
{
    ctype_use use = read_ctype(text);
    char name[128];
    normalise(text, name, sizeof name);
    if (use.pointer)
        return text_begins(text, "const ") ? pointed_sort(b, name) : 0;
    if (use.known && use.known->boolean)
        return SORT_ID_BOOL;
    if (use.known && use.known->floating)
        return use.known->size == 4 ? sort_fp(b, 8, 24) : sort_fp(b, 11, 53);
    if (use.known)
        return sort_bv(b, 8 * use.known->size);
    return text_begins(name, "enum ") ? sort_bv(b, 32) : 0;
}

static char *sort_error(term_bank *b, const box *x, sort_id sort, const char *text)
{
    strbuf name = STRBUF_INIT;
    sort_print(b, sort, &name);
    char *error =
        text ? box_format("closed box '%s': C type '%s' does not carry sort %s", x->name, text,
                          name.text)
             : box_format("closed box '%s': sort %s has no C form here", x->name, name.text);
    strbuf_free(&name);
    return error;
}

bool signature_make(term_bank *b, box *x, const char *const *ctypes, char **error)
{
    if (x->arity > BOX_MAX_ARITY - 1) {
        *error =
            box_format("closed box '%s' has more than %d parameters", x->name, BOX_MAX_ARITY - 1);
        return false;
    }
    x->parameters = base_alloc_zero(x->arity + 1, sizeof *x->parameters);
    x->ffi_types = base_alloc_zero(x->arity + 1, sizeof *x->ffi_types);
    x->words = true;
    for (uint32_t i = 0; i <= x->arity; i++) {
        bool result = i == x->arity;
        sort_id sort = result ? decl_range(b, x->decl) : decl_domain(b, x->decl, i);
        const char *text = ctypes ? ctypes[i] : NULL;
        box_parameter *p = result ? &x->result : &x->parameters[i];
        if (!make_parameter(b, sort, text, result, p)) {
            *error = sort_error(b, x, sort, text);
            return false;
        }
        x->ffi_types[i] = result ? &ffi_type_pointer : ffi_type_of(p);
        x->words &= by_word(p);
    }
    x->result_by_pointer = x->result.class == BOX_CLASS_WIDE;
    choose_shape(x);
    ffi_type *returned = x->result_by_pointer ? &ffi_type_void : ffi_type_of(&x->result);
    if (ffi_prep_cif(&x->cif, FFI_DEFAULT_ABI, x->arity + x->result_by_pointer, returned,
                     x->ffi_types) == FFI_OK)
        return true;
    *error = box_format("closed box '%s': libffi cannot call this signature", x->name);
    return false;
}

void signature_free(box *x)
{
    free(x->parameters);
    free(x->ffi_types);
}
