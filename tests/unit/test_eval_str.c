#include <string.h>

#include "base/rng.h"
#include "base/strbuf.h"
#include "term/eval/eval.h"
#include "term/regex/regex.h"
#include "test.h"

/* Applies one operator to values; 0 when undetermined. */
static value_id apply(term_bank *b, term_op op, value_id x, value_id y, value_id z, sort_id sort)
{
    value_id args[3] = {x, y, z};
    eval_reason why;
    return eval_op(b, op, NULL, 0, sort, args, z ? 3 : y ? 2 : 1, &why);
}

static value_id str(term_bank *b, const char *text)
{
    uint32_t points[64];
    size_t n = strlen(text);
    for (size_t i = 0; i < n; i++)
        points[i] = (unsigned char)text[i];
    return value_string(b, points, n);
}

static const char *text_of(const term_bank *b, value_id v, char *buffer)
{
    size_t n;
    const uint32_t *points = value_string_data(b, v, &n);
    for (size_t i = 0; i < n; i++)
        buffer[i] = (char)points[i];
    buffer[n] = 0;
    return buffer;
}

#define INT_IS(wanted, op, x, y, z) \
    CHECK(apply(b, op, x, y, z, SORT_ID_INT) == value_int(b, wanted))
#define STR_IS(wanted, op, x, y, z) CHECK(apply(b, op, x, y, z, SORT_ID_STRING) == str(b, wanted))
#define BOOL_IS(wanted, op, x, y) CHECK(apply(b, op, x, y, 0, SORT_ID_BOOL) == value_bool(wanted))
#define S(text) str(b, text)
#define N(number) value_int(b, number)

TEST(substrings_at_their_limits)
{
    term_bank *b = bank_new(false);
    STR_IS("bc", OP_STR_SUBSTR, S("abcd"), N(1), N(2));
    STR_IS("cd", OP_STR_SUBSTR, S("abcd"), N(2), N(99));
    STR_IS("", OP_STR_SUBSTR, S("abcd"), N(4), N(1));
    STR_IS("", OP_STR_SUBSTR, S("abcd"), N(-1), N(2));
    STR_IS("", OP_STR_SUBSTR, S("abcd"), N(0), N(0));
    STR_IS("", OP_STR_SUBSTR, S("abcd"), N(0), N(-5));
    STR_IS("", OP_STR_SUBSTR, S(""), N(0), N(1));
    STR_IS("d", OP_STR_AT, S("abcd"), N(3), 0);
    STR_IS("", OP_STR_AT, S("abcd"), N(4), 0);
    STR_IS("", OP_STR_AT, S("abcd"), N(-1), 0);
    mpz_t huge;
    mpz_init(huge);
    mpz_ui_pow_ui(huge, 2, 100);
    value_id big = value_int_mpz(b, huge);
    mpz_neg(huge, huge);
    value_id small = value_int_mpz(b, huge);
    mpz_clear(huge);
    STR_IS("abcd", OP_STR_SUBSTR, S("abcd"), N(0), big);
    STR_IS("", OP_STR_SUBSTR, S("abcd"), big, big);
    STR_IS("", OP_STR_AT, S("abcd"), big, 0);
    STR_IS("", OP_STR_AT, S("abcd"), small, 0);
    INT_IS(-1, OP_STR_INDEXOF, S("abcd"), S("a"), big);
    STR_IS("", OP_STR_FROM_CODE, big, 0, 0);
    STR_IS("", OP_STR_FROM_INT, small, 0, 0);
    STR_IS("1267650600228229401496703205376", OP_STR_FROM_INT, big, 0, 0);
    bank_free(b);
}

TEST(searching_and_replacing)
{
    term_bank *b = bank_new(false);
    INT_IS(2, OP_STR_INDEXOF, S("abab"), S("ab"), N(1));
    INT_IS(4, OP_STR_INDEXOF, S("abab"), S(""), N(4));
    INT_IS(-1, OP_STR_INDEXOF, S("abab"), S(""), N(5));
    INT_IS(0, OP_STR_INDEXOF, S(""), S(""), N(0));
    INT_IS(-1, OP_STR_INDEXOF, S("abab"), S("a"), N(-1));
    INT_IS(-1, OP_STR_INDEXOF, S("ab"), S("abc"), N(0));
    STR_IS("xab", OP_STR_REPLACE, S("ab"), S(""), S("x"));
    STR_IS("xbab", OP_STR_REPLACE, S("abab"), S("a"), S("x"));
    STR_IS("abab", OP_STR_REPLACE, S("abab"), S("c"), S("x"));
    STR_IS("x", OP_STR_REPLACE, S(""), S(""), S("x"));
    STR_IS("xbxb", OP_STR_REPLACE_ALL, S("abab"), S("a"), S("x"));
    STR_IS("abab", OP_STR_REPLACE_ALL, S("abab"), S(""), S("x"));
    STR_IS("xa", OP_STR_REPLACE_ALL, S("aaa"), S("aa"), S("x"));
    STR_IS("aaaa", OP_STR_REPLACE_ALL, S("aa"), S("a"), S("aa"));
    BOOL_IS(true, OP_STR_CONTAINS, S("abc"), S(""));
    BOOL_IS(true, OP_STR_CONTAINS, S("abc"), S("bc"));
    BOOL_IS(false, OP_STR_CONTAINS, S("bc"), S("abc"));
    BOOL_IS(true, OP_STR_PREFIXOF, S("ab"), S("abc"));
    BOOL_IS(false, OP_STR_PREFIXOF, S("abc"), S("ab"));
    BOOL_IS(true, OP_STR_SUFFIXOF, S("bc"), S("abc"));
    BOOL_IS(true, OP_STR_SUFFIXOF, S(""), S(""));
    bank_free(b);
}

TEST(codes_digits_and_order)
{
    term_bank *b = bank_new(false);
    INT_IS(-1, OP_STR_TO_CODE, S(""), 0, 0);
    INT_IS(-1, OP_STR_TO_CODE, S("ab"), 0, 0);
    INT_IS(97, OP_STR_TO_CODE, S("a"), 0, 0);
    STR_IS("a", OP_STR_FROM_CODE, N(97), 0, 0);
    STR_IS("", OP_STR_FROM_CODE, N(-1), 0, 0);
    STR_IS("", OP_STR_FROM_CODE, N(0x30000), 0, 0);
    uint32_t top = 0x2FFFF;
    CHECK(apply(b, OP_STR_FROM_CODE, N(top), 0, 0, SORT_ID_STRING) == value_string(b, &top, 1));
    INT_IS(-1, OP_STR_TO_INT, S(""), 0, 0);
    INT_IS(-1, OP_STR_TO_INT, S("-1"), 0, 0);
    INT_IS(-1, OP_STR_TO_INT, S("1a"), 0, 0);
    INT_IS(7, OP_STR_TO_INT, S("0007"), 0, 0);
    STR_IS("0", OP_STR_FROM_INT, N(0), 0, 0);
    STR_IS("", OP_STR_FROM_INT, N(-3), 0, 0);
    uint32_t arabic_one = 0x661; /* a digit of Unicode, not of SMT-LIB */
    BOOL_IS(false, OP_STR_IS_DIGIT, value_string(b, &arabic_one, 1), 0);
    BOOL_IS(true, OP_STR_IS_DIGIT, S("9"), 0);
    BOOL_IS(false, OP_STR_IS_DIGIT, S("12"), 0);
    BOOL_IS(false, OP_STR_LT, S("a"), S("a"));
    BOOL_IS(true, OP_STR_LE, S("a"), S("a"));
    BOOL_IS(true, OP_STR_LT, S("a"), S("ab"));
    BOOL_IS(true, OP_STR_LT, S("ab"), S("b"));
    BOOL_IS(true, OP_STR_LT, S(""), S("a"));
    BOOL_IS(false, OP_STR_LE, S("b"), S("ab"));
    bank_free(b);
}

TEST(huge_strings_run_out_of_fuel)
{
    term_bank *b = bank_new(false);
    value_id s = S("aaaaaaaaaaaaaaaa"), next;
    size_t n = 16;
    for (; (next = apply(b, OP_STR_CONCAT, s, s, 0, SORT_ID_STRING)); s = next)
        n *= 2;
    CHECK(n == (size_t)1 << 22);
    CHECK(!apply(b, OP_STR_REPLACE_ALL, s, S("a"), S("aa"), SORT_ID_STRING));
    CHECK(!apply(b, OP_STR_REPLACE, s, S(""), S("b"), SORT_ID_STRING));
    INT_IS(-1, OP_STR_INDEXOF, s, S("aaaaaaaaaaaaab"), N(0)); /* and not in quadratic time */
    bank_free(b);
}

/* Naive versions, from the definitions of the standard. */
static bool occurs_at(const char *text, const char *pattern, size_t place)
{
    return place <= strlen(text) && !strncmp(text + place, pattern, strlen(pattern));
}

static int naive_indexof(const char *text, const char *pattern, int from)
{
    for (int i = from; from >= 0 && i <= (int)strlen(text); i++)
        if (occurs_at(text, pattern, (size_t)i))
            return i;
    return -1;
}

static void naive_replace(const char *text, const char *pattern, const char *with, bool all,
                          char *out)
{
    *out = 0;
    if (all && !*pattern) {
        strcpy(out, text);
        return;
    }
    for (bool done = false; *text || (!done && !*pattern);) {
        if (!done && occurs_at(text, pattern, 0)) {
            strcat(out, with);
            text += strlen(pattern);
            done = !all;
        } else {
            out[strlen(out) + 1] = 0;
            out[strlen(out)] = *text++;
        }
    }
}

static const char *random_text(rng *r, char *buffer, size_t longest)
{
    size_t n = rng_below(r, longest + 1);
    for (size_t i = 0; i < n; i++)
        buffer[i] = (char)('a' + rng_below(r, 2));
    buffer[n] = 0;
    return buffer;
}

TEST(random_strings_against_naive_versions)
{
    rng r;
    rng_seed(&r, 11);
    term_bank *b = bank_new(false);
    for (uint64_t i = 0; i < test_count(100000); i++) {
        char t[16], p[16], w[16], out[128];
        random_text(&r, t, 9);
        random_text(&r, p, 3);
        random_text(&r, w, 3);
        int from = (int)rng_below(&r, 13) - 2;
        INT_IS(naive_indexof(t, p, from), OP_STR_INDEXOF, S(t), S(p), N(from));
        BOOL_IS(strstr(t, p) != NULL, OP_STR_CONTAINS, S(t), S(p));
        BOOL_IS(strcmp(t, p) < 0, OP_STR_LT, S(t), S(p));
        BOOL_IS(strcmp(t, p) <= 0, OP_STR_LE, S(t), S(p));
        BOOL_IS(occurs_at(t, p, 0), OP_STR_PREFIXOF, S(p), S(t));
        BOOL_IS(strlen(p) <= strlen(t) && !strcmp(t + strlen(t) - strlen(p), p), OP_STR_SUFFIXOF,
                S(p), S(t));
        naive_replace(t, p, w, false, out);
        STR_IS(out, OP_STR_REPLACE, S(t), S(p), S(w));
        naive_replace(t, p, w, true, out);
        STR_IS(out, OP_STR_REPLACE_ALL, S(t), S(p), S(w));
    }
    bank_free(b);
}

/* Languages as sets of words of at most LONGEST letters out of "abc": all operations of regular
 * expressions can be computed on such sets exactly, from their definitions. */
enum { LONGEST = 5, LETTERS = 3, WORDS = (729 - 1) / 2 };

typedef struct language {
    bool has[WORDS];
} language;

/* Words are numbered by length, then alphabetically. */
static size_t first_of_length(size_t n)
{
    size_t first = 0, power = 1;
    for (; n--; power *= LETTERS)
        first += power;
    return first;
}

static size_t number_of(const char *word, size_t n)
{
    size_t number = 0;
    for (size_t i = 0; i < n; i++)
        number = number * LETTERS + (size_t)(word[i] - 'a');
    return first_of_length(n) + number;
}

/* Not inlined: the optimiser then sees overflows that cannot be. */
__attribute__((noinline)) static size_t word_of(size_t number, char *word)
{
    size_t n = 0;
    while (n < LONGEST && first_of_length(n + 1) <= number)
        n++;
    number -= first_of_length(n);
    word[n] = 0;
    for (size_t i = n; i-- > 0; number /= LETTERS)
        word[i] = (char)('a' + number % LETTERS);
    return n;
}

static language join(const language *x, const language *y)
{
    language out = {0};
    for (size_t i = 0; i < WORDS; i++) {
        char word[LONGEST + 1];
        size_t n = word_of(i, word);
        for (size_t cut = 0; cut <= n && !out.has[i]; cut++)
            out.has[i] = x->has[number_of(word, cut)] && y->has[number_of(word + cut, n - cut)];
    }
    return out;
}

static language power(const language *x, uint32_t lo, uint32_t hi)
{
    language out = {0}, now = {0};
    now.has[0] = true;
    for (uint32_t i = 0; i <= hi; i++) {
        for (size_t j = 0; j < WORDS && i >= lo; j++)
            out.has[j] = out.has[j] || now.has[j];
        now = join(&now, x);
    }
    return out;
}

typedef struct sample {
    value_id value;
    language set;
} sample;

static sample random_leaf(term_bank *b, rng *r)
{
    static const char *const literals[] = {"", "a", "b", "c", "ab", "ba"};
    sample s = {0};
    value_id args[2];
    switch (rng_below(r, 6)) {
    case 0:
        s.value = value_regex(b, OP_RE_NONE, NULL, 0, NULL, 0);
        break;
    case 1:
        s.value = value_regex(b, OP_RE_ALL, NULL, 0, NULL, 0);
        memset(s.set.has, 1, sizeof s.set.has);
        break;
    case 2:
        s.value = value_regex(b, OP_RE_ALLCHAR, NULL, 0, NULL, 0);
        for (size_t i = 1; i <= LETTERS; i++)
            s.set.has[i] = true;
        break;
    case 3: {
        char lo[2] = {(char)('a' + rng_below(r, 3))}, hi[2] = {(char)('a' + rng_below(r, 3))};
        args[0] = S(rng_one_in(r, 20) ? "ab" : lo);
        args[1] = S(hi);
        s.value = value_regex(b, OP_RE_RANGE, NULL, 0, args, 2);
        for (char c = lo[0]; c <= hi[0] && args[0] == S(lo); c++)
            s.set.has[number_of(&c, 1)] = true;
        break;
    }
    default: {
        const char *word = literals[rng_below(r, 6)];
        args[0] = S(word);
        s.value = value_regex(b, OP_STR_TO_RE, NULL, 0, args, 1);
        s.set.has[number_of(word, strlen(word))] = true;
    }
    }
    return s;
}

static sample random_unary(term_bank *b, rng *r, const sample *x)
{
    static const term_op ops[] = {OP_RE_STAR, OP_RE_PLUS,  OP_RE_OPT,
                                  OP_RE_COMP, OP_RE_POWER, OP_RE_LOOP};
    term_op op = ops[rng_below(r, 6)];
    uint32_t index[2] = {(uint32_t)rng_below(r, 4), (uint32_t)rng_below(r, 4)};
    sample s = {.value = value_regex(b, op, index, term_op_indices(op), &x->value, 1)};
    switch (op) {
    case OP_RE_STAR:
        s.set = power(&x->set, 0, LONGEST);
        break;
    case OP_RE_PLUS:
        s.set = power(&x->set, 1, LONGEST);
        break;
    case OP_RE_OPT:
        s.set = power(&x->set, 0, 1);
        break;
    case OP_RE_COMP:
        for (size_t i = 0; i < WORDS; i++)
            s.set.has[i] = !x->set.has[i];
        break;
    case OP_RE_POWER:
        s.set = power(&x->set, index[0], index[0]);
        break;
    default:
        s.set = power(&x->set, index[0], index[1]);
    }
    return s;
}

static sample random_binary(term_bank *b, rng *r, const sample *x, const sample *y)
{
    static const term_op ops[] = {OP_RE_CONCAT, OP_RE_UNION, OP_RE_INTER, OP_RE_DIFF};
    term_op op = ops[rng_below(r, 4)];
    value_id args[2] = {x->value, y->value};
    sample s = {.value = value_regex(b, op, NULL, 0, args, 2)};
    if (op == OP_RE_CONCAT) {
        s.set = join(&x->set, &y->set);
        return s;
    }
    for (size_t i = 0; i < WORDS; i++) {
        bool p = x->set.has[i], q = y->set.has[i];
        s.set.has[i] = op == OP_RE_UNION ? p || q : op == OP_RE_INTER ? p && q : p && !q;
    }
    return s;
}

static sample random_sample(term_bank *b, rng *r, unsigned depth)
{
    if (!depth || rng_one_in(r, 5))
        return random_leaf(b, r);
    sample x = random_sample(b, r, depth - 1);
    if (rng_one_in(r, 2))
        return random_unary(b, r, &x);
    sample y = random_sample(b, r, depth - 1);
    return random_binary(b, r, &x, &y);
}

static regex_answer same(term_bank *b, value_id x, value_id y)
{
    regex *r = regex_new(b, 0);
    regex_id left = regex_import(r, x), right = regex_import(r, y);
    regex_answer answer = regex_equal(r, left, right);
    regex_free(r);
    return answer;
}

TEST(random_regexes_membership)
{
    rng r;
    rng_seed(&r, 21);
    term_bank *b = bank_new(false);
    bank_marks mark = bank_mark(b);
    for (uint64_t i = 0; i < test_count(1000); i++) {
        sample s = random_sample(b, &r, 4);
        for (size_t j = 0; j < WORDS; j++) {
            char word[LONGEST + 1];
            word_of(j, word);
            value_id got = apply(b, OP_STR_IN_RE, S(word), s.value, 0, SORT_ID_BOOL);
            CHECK_MSG(got == value_bool(s.set.has[j]), "round %d, word \"%s\"", (int)i, word);
        }
        bank_release(b, &mark);
    }
    bank_free(b);
}

/* Where the languages differ on short words, or one is a rewriting of the other, the answer is
 * known. */
TEST(random_regexes_equality)
{
    rng r;
    rng_seed(&r, 22);
    uint64_t equal = 0, different = 0;
    term_bank *b = bank_new(false);
    bank_marks mark = bank_mark(b);
    for (uint64_t i = 0; i < test_count(20000); i++) {
        sample x = random_sample(b, &r, 2), y = random_sample(b, &r, 2);
        regex_answer answer = same(b, x.value, y.value);
        bool alike = !memcmp(x.set.has, y.set.has, sizeof x.set.has);
        CHECK(answer != REGEX_UNKNOWN);
        CHECK(alike || answer == REGEX_NO);
        equal += answer == REGEX_YES;
        different += alike && answer == REGEX_NO;
        bank_release(b, &mark);
    }
    bank_free(b);
    /* words of more letters may tell the rest apart, but there are not many such pairs */
    CHECK_MSG(equal > 10 * different, "%d equal, %d alike only on short words", (int)equal,
              (int)different);
}

TEST(laws_of_regular_languages)
{
    rng r;
    rng_seed(&r, 23);
    term_bank *b = bank_new(false);
    bank_marks mark = bank_mark(b);
    for (uint64_t i = 0; i < test_count(1000); i++) {
        value_id x = random_sample(b, &r, 3).value, y = random_sample(b, &r, 3).value;
        value_id z = random_sample(b, &r, 2).value;
#define RE1(op, p) value_regex(b, op, NULL, 0, (value_id[]){p}, 1)
#define RE2(op, p, q) value_regex(b, op, NULL, 0, (value_id[]){p, q}, 2)
        value_id left[] = {
            RE1(OP_RE_COMP, RE2(OP_RE_UNION, x, y)),
            RE2(OP_RE_CONCAT, x, RE2(OP_RE_UNION, y, z)),
            RE1(OP_RE_STAR, RE2(OP_RE_UNION, x, y)),
            RE2(OP_RE_DIFF, x, y),
            RE1(OP_RE_PLUS, x),
            value_regex(b, OP_RE_LOOP, (uint32_t[]){1, 3}, 2, &x, 1),
        };
        value_id xy = RE2(OP_RE_CONCAT, RE1(OP_RE_STAR, x), y);
        value_id right[] = {
            RE2(OP_RE_INTER, RE1(OP_RE_COMP, x), RE1(OP_RE_COMP, y)),
            RE2(OP_RE_UNION, RE2(OP_RE_CONCAT, x, y), RE2(OP_RE_CONCAT, x, z)),
            RE2(OP_RE_CONCAT, RE1(OP_RE_STAR, xy), RE1(OP_RE_STAR, x)),
            RE1(OP_RE_COMP, RE2(OP_RE_UNION, RE1(OP_RE_COMP, x), y)),
            RE2(OP_RE_CONCAT, RE1(OP_RE_STAR, x), x),
            RE2(OP_RE_CONCAT, x, RE1(OP_RE_OPT, RE2(OP_RE_CONCAT, x, RE1(OP_RE_OPT, x)))),
        };
        for (size_t j = 0; j < sizeof left / sizeof *left; j++)
            CHECK_MSG(same(b, left[j], right[j]) == REGEX_YES, "law %d, round %d", (int)j, (int)i);
        bank_release(b, &mark);
    }
    bank_free(b);
}

/* From the definition: of all matches the one that starts first, of these the shortest. */
static void naive_replace_re(const language *set, const char *text, const char *with, bool all,
                             char *out)
{
    *out = 0;
    for (size_t n = strlen(text), i = 0; i <= n; i++)
        for (size_t k = all ? 1 : 0; k <= n - i; k++) {
            if (!set->has[number_of(text + i, k)])
                continue;
            char rest[128] = "";
            if (all)
                naive_replace_re(set, text + i + k, with, all, rest);
            else
                strcpy(rest, text + i + k);
            memcpy(out, text, i);
            strcpy(out + i, with);
            strcat(out, rest);
            return;
        }
    strcpy(out, text);
}

TEST(random_replacements_of_matches)
{
    rng r;
    rng_seed(&r, 25);
    term_bank *b = bank_new(false);
    bank_marks mark = bank_mark(b);
    for (uint64_t i = 0; i < test_count(20000); i++) {
        sample s = random_sample(b, &r, 3);
        char word[LONGEST + 1], out[128], got[128];
        word_of(rng_below(&r, WORDS), word);
        for (int all = 0; all < 2; all++) {
            naive_replace_re(&s.set, word, "-", all, out);
            term_op op = all ? OP_STR_REPLACE_RE_ALL : OP_STR_REPLACE_RE;
            value_id v = apply(b, op, S(word), s.value, S("-"), SORT_ID_STRING);
            CHECK(v);
            CHECK_STR(text_of(b, v, got), out);
        }
        bank_release(b, &mark);
    }
    bank_free(b);
}

TEST(large_counts_and_hard_questions_end)
{
    term_bank *b = bank_new(false);
    value_id word = S("a");
    value_id a = value_regex(b, OP_STR_TO_RE, NULL, 0, &word, 1);
    uint32_t big[2] = {1000000000, 2000000000};
    value_id many = value_regex(b, OP_RE_LOOP, big, 2, &a, 1);
    BOOL_IS(false, OP_STR_IN_RE, S("aaaa"), many);
    value_id nested = value_regex(b, OP_RE_LOOP, big, 2, &many, 1);
    BOOL_IS(false, OP_STR_IN_RE, S("aaaa"), nested);
    CHECK(same(b, many, nested) == REGEX_UNKNOWN);
    /* The n-th letter from the end is an a: 2^n states; against itself written differently. */
    value_id any = value_regex(b, OP_RE_ALLCHAR, NULL, 0, NULL, 0);
    value_id all = value_regex(b, OP_RE_ALL, NULL, 0, NULL, 0);
    uint32_t forty = 40;
    value_id tail = value_regex(b, OP_RE_POWER, &forty, 1, &any, 1);
    value_id x = value_regex(b, OP_RE_CONCAT, NULL, 0, (value_id[]){all, a, tail}, 3);
    value_id y = value_regex(b, OP_RE_CONCAT, NULL, 0,
                             (value_id[]){RE1(OP_RE_STAR, RE1(OP_RE_OPT, any)), a, tail}, 3);
    CHECK(same(b, RE1(OP_RE_COMP, x), RE1(OP_RE_COMP, y)) == REGEX_UNKNOWN);
    /* deep nests, of one operator and of several; shared operands */
    value_id unions = a, concats = a, mixed = a, shared = a;
    for (uint32_t i = 0; i < 100000; i++) {
        uint32_t letter = 0x1000 + i;
        value_id text = value_string(b, &letter, 1), other = RE1(OP_STR_TO_RE, text);
        unions = RE2(OP_RE_UNION, unions, other);
        concats = RE2(OP_RE_CONCAT, concats, RE1(OP_RE_OPT, other));
        mixed = RE1(OP_RE_COMP, RE2(OP_RE_CONCAT, mixed, all));
        shared = RE2(OP_RE_UNION, shared, shared);
    }
    BOOL_IS(true, OP_STR_IN_RE, S("a"), unions);
    BOOL_IS(false, OP_STR_IN_RE, S("aa"), unions);
    BOOL_IS(true, OP_STR_IN_RE, S("a"), concats);
    BOOL_IS(false, OP_STR_IN_RE, S("aa"), concats);
    CHECK(apply(b, OP_STR_IN_RE, S("a"), mixed, 0, SORT_ID_BOOL));
    BOOL_IS(true, OP_STR_IN_RE, S("a"), shared);
    bank_free(b);
}

TEST(equality_of_languages_inside_terms)
{
    term_bank *b = bank_new(false);
    value_id word = S("a"), eval_args[2];
    value_id a = value_regex(b, OP_STR_TO_RE, NULL, 0, &word, 1);
    value_id star = RE1(OP_RE_STAR, a), twice = RE1(OP_RE_STAR, star);
    BOOL_IS(true, OP_EQ, star, twice);
    BOOL_IS(false, OP_DISTINCT, star, twice);
    BOOL_IS(false, OP_EQ, star, a);
    BOOL_IS(true, OP_DISTINCT, star, a);
    /* in arrays: the same is equal, the rest is left open */
    sort_id s = sort_array(b, SORT_ID_INT, SORT_ID_REGLAN);
    eval_args[0] = value_array_constant(b, s, star);
    eval_args[1] = value_array_constant(b, s, twice);
    BOOL_IS(true, OP_EQ, eval_args[0], eval_args[0]);
    CHECK(!apply(b, OP_EQ, eval_args[0], eval_args[1], 0, SORT_ID_BOOL));
    bank_free(b);
}
