#include "smtlib/read/reader_impl.h"

/* Looking for similar names is for people, who read the first messages. */
enum { MAX_SUGGESTIONS = 20, MAX_NAMES = 20000, MAX_LENGTH = 40, MAX_DISTANCE = 2 };

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
    unsigned ab = a < b ? a : b;
    return ab < c ? ab : c;
}

/* Edit distance of two short words. */
static unsigned distance(const char *a, size_t n, const char *b, size_t m)
{
    unsigned row[MAX_LENGTH + 1];
    for (size_t j = 0; j <= m; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        unsigned diagonal = row[0];
        row[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            unsigned here = min3(row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
            diagonal = row[j];
            row[j] = here;
        }
    }
    return row[m];
}

/* Built-in operators are too many to be meant by a short name. */
static bool is_function(const symtab_entry *e, size_t length)
{
    return e->kind || (length >= 4 && e->builtin && builtin_at(e->builtin)->kind == BUILTIN_OP);
}

symbol_id reader_suggest(smt_reader *r, symbol_id name, bool sort)
{
    const char *text = symbol_text(r->bank, name);
    size_t n = symbol_length(r->bank, name);
    if (r->errors > MAX_SUGGESTIONS || n > MAX_LENGTH)
        return 0;
    symbol_id best = 0;
    unsigned least = n < 5 ? 1 : MAX_DISTANCE; /* two wrong letters of four are another word */
    size_t last = r->table->entries.n, first = last > MAX_NAMES ? last - MAX_NAMES : 1;
    for (size_t s = last; s-- > first && least;) {
        const symtab_entry *e = &r->table->entries.at[s];
        size_t m;
        if (s == name || (sort ? !e->sort_kind : !is_function(e, n)))
            continue;
        m = symbol_length(r->bank, (symbol_id)s);
        if (m > MAX_LENGTH || m + MAX_DISTANCE < n || n + MAX_DISTANCE < m)
            continue;
        if (n == 1 && m == 1) /* each letter is as good as any other */
            continue;
        unsigned d = distance(text, n, symbol_text(r->bank, (symbol_id)s), m);
        if (d < least || (d == least && !best)) {
            best = (symbol_id)s;
            least = d;
            if (d == 1)
                break;
        }
    }
    return best;
}
