# What `tandem explore` finds, and how it tells findings apart: wrong accesses that only
# AddressSanitizer sees, crashes by their stacks.
. "$ROOT/tests/frame.sh"
examples=$ROOT/tests/explore

# found NAME FOLDER ARGUMENT PATTERN: a finding of the folder has the argument, and says PATTERN.
found() {
    for f in "$2"/findings/*; do
        if grep -q -e "$4" "$f/what" && [ "$(tr -d '\0' <"$f/argv")" = "$3" ]; then
            pass "$1"
            return
        fi
    done
    fail "$1" "nothing like '$4' with '$3': $(head -n 3 "$2"/findings/*/what)"
}
# counted NAME FOLDER NUMBER: of findings.
counted() {
    n=$(ls "$2/findings" | wc -l)
    if [ "$n" = "$3" ]; then pass "$1"; else fail "$1" "$n findings: $(head -n 1 "$2"/findings/*/what)"; fi
}

run "$TANDEM" explore --sym-args 1 1 3 --for 30s --mutation-share 0 -o accesses "$examples/wrong_accesses.c"
ends accesses 0
found heap accesses o "^sanitizer: heap-buffer-overflow, read of 1 byte at .*wrong_accesses.c:9 (at)"
found after-free accesses f "^sanitizer: heap-use-after-free, read of 1 byte at .*:9 (at)"
found stack accesses s "^sanitizer: stack-buffer-overflow, read of 1 byte at .*:9 (at)"
found frames accesses o "^  #1 .*wrong_accesses.c.* (main)"
found where-freed accesses f "^freed by thread"
found double-free accesses d "^sanitizer: attempting double-free at .*(main)"
found double-free-crashes accesses d "^crash: Aborted at .*(main)"
counted accesses-counted accesses 4
run "$TANDEM" explore --sym-args 1 1 3 --for 30s --mutation-share 0 -o accesses "$examples/wrong_accesses.c"
counted resumed accesses 4
run "$TANDEM" explore --sym-args 1 1 3 --for 30s --mutation-share 0 --no-asan -o plain "$examples/wrong_accesses.c"
counted without-sanitizer plain 1

run "$TANDEM" explore --sym-args 1 1 3 --for 30s --mutation-share 0 --no-asan -o stacks "$examples/stacks.c"
ends stacks 0
found first stacks a "^  #1 .*(first)"
found second stacks c "^  #1 .*(second)"
found abort stacks d "^crash: Aborted at .*(main)"
found recursion stacks e "^crash: Segmentation fault at .*(deep)"
found nowhere stacks f "^crash: Segmentation fault at .*(main)"
counted stacks-counted stacks 5

# The same by mutation, in the mutation stage's own build; and under the sanitizer.
run "$TANDEM" explore --sym-args 1 1 3 --for 3s --no-solver --seed 3 -o mutated "$examples/stacks.c"
found mutated mutated f "^crash: Segmentation fault at .*(main)"

# An index from the input, which takes no other edges when it is wrong.
cat >index.c <<'END'
#include <stdio.h>
static int table[10];
int main(int argc, char **argv)
{
    volatile int *p = table;
    return argc > 1 && argv[1][0] >= '0' ? p[argv[1][0] - '0'] : 0;
}
END
run "$TANDEM" explore --sym-args 1 1 3 --for 4s --seed 2 -o index index.c
says index 0 index/findings/0000/what "^sanitizer: global-buffer-overflow, read of 4 bytes"

# An index that is one too large for one input in 65536: the solver looks for it.
cat >bounds.c <<'END'
#include <stdlib.h>
static volatile int table[10];
int main(int argc, char **argv)
{
    if (argc < 2 || !argv[1][0]) return 0;
    volatile char *heap = calloc(10, 1), stack[10] = "";
    int i = (unsigned char)argv[1][0] * 256 + (unsigned char)argv[1][1] - 0x3039;
    int k = (unsigned char)argv[1][0] * 256 + (unsigned char)argv[1][1] - 0x4142;
    int s = (unsigned char)argv[1][0] * 256 + (unsigned char)argv[1][1] - 0x5253;
    if (i >= 0 && i <= 10) return table[i];
    if (k >= 0 && k <= 10) return heap[k] = 1;
    if (s >= 0 && s <= 10) return stack[s] = 1;
    free((void *)heap);
    return 1;
}
END
run "$TANDEM" explore --sym-args 1 1 3 --for 30s --mutation-share 0 -o bounds bounds.c
found bounds-global bounds 0C "^sanitizer: global-buffer-overflow, read of 4 bytes"
found bounds-heap bounds AL "^sanitizer: heap-buffer-overflow, write of 1 byte"
found bounds-stack bounds 'R]' "^sanitizer: stack-buffer-overflow, write of 1 byte"
counted bounds-counted bounds 3

# A text that is too long for the array that it is copied to.
cat >copy.c <<'END'
#include <string.h>
int main(int argc, char **argv)
{
    char key[6], stack[12];
    if (argc < 3) return 0;
    memcpy(key, argv[1], strnlen(argv[1], 5) + 1);
    if (argv[1][0] * 7 != argv[1][1] * 3 + 100 || strnlen(argv[1], 5) > 4) return 1;
    strcpy(stack, argv[2]);
    return stack[0] == key[0];
}
END
run "$TANDEM" explore --sym-args 2 2 16 --for 30s --mutation-share 0 --cflags "-O1 -g -fno-builtin" -o copy copy.c
if grep -q "^sanitizer: stack-buffer-overflow, write" copy/findings/*/what; then
    pass copy-overflows
else
    fail copy-overflows "$(head -1 copy/findings/*/what)"
fi

cat >clean.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    char line[8], *copy = argc > 1 ? strdup(argv[1]) : NULL;
    while (fgets(line, sizeof line, stdin))
        if (copy && !strncmp(line, copy, 2)) puts(copy);
    if (argc > 1 && !strcmp(argv[1], "abc")) abs(atoi(copy));
    free(copy);
    return 0;
}
END
run "$TANDEM" explore --sym-args 0 2 3 --sym-stdin 12 --for 4s --json -o clean clean.c
ends clean 0
counted clean-has-none clean 0
if python3 -c 'import json; assert json.load(open("out"))["sanitized"] > 3'; then
    pass clean-was-sanitized
else
    fail clean-was-sanitized "no runs"
fi

# Objects of klee_make_symbolic, and harnesses.
cat >objects.c <<'END'
#include <stddef.h>
#include <stdlib.h>
void klee_make_symbolic(void *p, size_t n, const char *name);
int main(void)
{
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    volatile char *p = calloc(1, 7);
    if (i == 0x1234567) i = 7;
    else i %= 7;
    return p[i];
}
END
run "$TANDEM" explore --for 30s --mutation-share 0 -o objects objects.c
says objects 0 objects/findings/0000/what "^sanitizer: heap-buffer-overflow"
cat >failing.c <<'END'
int klee_int(const char *name);
void klee_report_error(const char *file, int line, const char *message, const char *suffix);
__attribute__((noinline)) static void refuse(int x)
{
    if (x == 77) klee_report_error(__FILE__, __LINE__, "77", "user.err");
}
int main(void)
{
    refuse(klee_int("x"));
    return 0;
}
END
run "$TANDEM" explore --for 30s --mutation-share 0 -o failing failing.c
says klee-error 0 failing/findings/0000/what "^failed assertion at .*failing.c:5 (refuse)"
cat >harness.c <<'END'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return n > 2 && data[0] == 'F' && data[1] == 'Z' && ((volatile const uint8_t *)data)[n] == 1;
}
END
run "$TANDEM" explore --for 30s --mutation-share 0 -o harness harness.c
says harness 0 harness/findings/0000/what "^sanitizer: heap-buffer-overflow.*(LLVMFuzzerTestOneInput)"
