# Sizes and places that are one too large for very few inputs: the solver looks for them, in objects of
# any size, in calls that take a size, and through functions and tables that read texts.
. "$ROOT/tests/frame.sh"

# finds NAME PATTERN BYTES: an exploration of NAME.c by the solver ends with a finding that says PATTERN. Under sanitizers
# only where the questions differ in kind.
finds() {
    case $QUICK$1 in 1large | 1filled | 1taken | 1kinds) return ;; esac
    run "$TANDEM" explore -q --stop-at-first --sym-stdin "$3" --for 60s --mutation-share 0 -o "$1" "$1.c"
    ends "$1" 0
    says "$1-what" 0 "$1/findings/0000/what" "$2"
}

# What is wanted contradicts the way that the run took: each digit may be of two kinds.
cat >digits.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const unsigned char value[] = {0, 1, 2, 3,  4,  5,  6,  7,  8, 9, 0, 0, 0, 0, 0, 0, 0, 10, 11, 12, 13, 14, 15, 0, 0, 0, 0, 0,
                                      0, 0, 0, 0,  0,  0,  0,  0,  0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0,  0,  0,  10, 11, 12, 13, 14, 15};
static int digit(int c)
{
    return (c >= 'a' && c <= 'f') || (c >= '0' && c <= '9');
}
int main(void)
{
    unsigned char text[9] = "", bytes[4];
    if (fread(text, 1, 8, stdin) != 8)
        return 1;
    for (int i = 0; i < 4; i++) {
        if (!digit(text[2 * i]) || !digit(text[2 * i + 1]))
            return 2;
        bytes[i] = (unsigned char)(value[text[2 * i] - '0'] << 4 | value[text[2 * i + 1] - '0']);
    }
    if (!memcmp(bytes, "\x5e\xed\x4f\xf2", 4))
        abort();
    return 0;
}
END
finds digits '^crash: Aborted' 8

cat >large.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    unsigned char in[4];
    if (fread(in, 1, 4, stdin) != 4 || in[3] != 'l')
        return 1;
    unsigned at = (in[0] | in[1] << 8 | in[2] << 16) ^ 0x515253;
    char *cells = calloc(9000, 1);
    if (at <= 9000)
        cells[at] = 1;
    free(cells);
    return 0;
}
END
finds large "^sanitizer: heap-buffer-overflow, write of 1 byte" 4

cat >filled.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    unsigned char in[4];
    if (fread(in, 1, 4, stdin) != 4)
        return 1;
    size_t n = (in[0] | in[1] << 8) ^ 0x7172;
    char *cells = malloc(400);
    if (n <= 401)
        memset(cells, in[2], n);
    printf("%d\n", cells[0]);
    free(cells);
    return 0;
}
END
finds filled "^sanitizer: heap-buffer-overflow, write" 4

cat >taken.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
    unsigned char in[4];
    char *cells = malloc(10);
    if (read(0, in, 2) != 2)
        return 1;
    size_t n = (in[0] | in[1] << 8) ^ 0x6162;
    if (n <= 11 && read(0, cells, n) > 0)
        printf("%d\n", cells[0]);
    free(cells);
    return 0;
}
END
finds taken "^sanitizer: heap-buffer-overflow, write" 16

cat >scanned.c <<'END'
#include <stdio.h>
#include <stdlib.h>
int main(void)
{
    char line[40];
    int a, b;
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "at %d,%d;", &a, &b) != 2)
        return 1;
    char *cells = calloc(700, 1);
    if (a > 7 && b > 7 && a < 99 && b < 99 && a * 10 + b <= 700)
        cells[a * 10 + b] = 1;
    free(cells);
    return 0;
}
END
finds scanned "^sanitizer: heap-buffer-overflow, write of 1 byte" 40

# Fields of fixed width, hexadecimal, behind a word; and then a value that was made concrete is in the way.
cat >fields.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64], word[8];
    unsigned low, high;
    if (!fgets(line, sizeof line, stdin) || sscanf(line, "%7[a-z] %4x:%4x", word, &low, &high) != 3)
        return 1;
    if (strcmp(word, "code") || (low ^ high) != 0xbeef)
        return 1;
    char *table = calloc(0xff00, 1);
    table[high < 0xff00 ? high : 0] = 1;
    if (low > 0x1000 && low < 0x1010)
        table[0xff00 + low % 4] = 1;
    free(table);
    return 0;
}
END
mkdir fields.in && echo 'code 1:BEEe' >fields.in/a
run "$TANDEM" explore -q --sym-stdin 40 --for 30s --stop-at-first --mutation-share 0 --seeds fields.in -o fields fields.c
ends fields 0
says fields-what 0 fields/findings/0000/what "^sanitizer: heap-buffer-overflow, write of 1 byte"

# The input chooses a pointer, and says so in a check word.
cp "$ROOT/bench/bugs/scans/freed_checked.c" freed.c
finds freed "^sanitizer: heap-use-after-free" 8

cat >reals.c <<'END'
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
    long double x;
    if (read(0, &x, 16) != 16)
        return 1;
    if (x > 12345.625L && x < 12345.75L && -x < 0)
        abort();
    return 0;
}
END
finds reals "^crash: Aborted" 16

# NaN is in every range that only keeps others out, and a number below the least normal one may have a first digit.
cat >kinds.c <<'END'
#include <math.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
    long double x[2];
    if (read(0, x, 32) != 32)
        return 1;
    if (x[0] < 22222221.9L || x[0] > 22222225.1L || !isnormal(x[0]))
        return 2;
    if (((unsigned short *)x)[12] == 0 && x[1] >= 0x1p-16382L)
        abort();
    return 0;
}
END
finds kinds "^crash: Aborted" 32

# Products of many bits, and long doubles that are computed: asked over integers and reals.
cat >wide.c <<'END'
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
int main(void)
{
    uint64_t in[2];
    if (read(0, in, 16) != 16)
        return 1;
    unsigned __int128 all = (unsigned __int128)in[0] * 0xd1342543de82ef95u + in[1];
    long double x = (long double)(uint32_t)in[0] * 0.125L + (uint32_t)in[1];
    if ((uint64_t)(all >> 64) == 0x2345678 && (uint64_t)all == 0x123456789abcdef)
        abort();
    return x > 1234567890.25L && x < 1234567890.5L ? *(volatile int *)0 : 0;
}
END
run "$TANDEM" explore -q --sym-stdin 16 --for 20s --mutation-share 0 -o wide wide.c
ends wide 0
if grep -q "^crash: Aborted" wide/findings/*/what && grep -q "^crash: Segm" wide/findings/*/what; then
    pass wide-what
else
    fail wide-what "$(cat wide/findings/*/what)"
fi
