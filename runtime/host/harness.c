/* The main of a program that has none but a libFuzzer harness: in a run of `tandem explore` its
 * input is object 0; alone it runs the files named by its arguments, or standard input. The linker
 * takes this file only when the program has no main. */
#include "runtime/core/objects.h"
#include "runtime/host/inputs.h"
#include "runtime/host/run.h"
#include "runtime/loop/loop.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC visibility push(default)
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes);
int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));
#pragma GCC visibility pop

extern const bool tandem_is_harness;
const bool tandem_is_harness = true;

enum { FIRST_BYTES = 64, MAX_FILE = 1 << 24 };

/* The size of the input is part of the request. */
static int run_object(void)
{
    size_t n = FIRST_BYTES;
    const uint8_t *data = tandem_run_object(&n);
    uint8_t *copy = malloc(n); /* not more, for tools that watch bounds */
    if (!copy)
        return 1;
    if (data)
        memcpy(copy, data, n);
    else
        memset(copy, 0, n);
    if (tandem_enter()) {
        int input = tandem_input_add(TANDEM_OBJECT, 0, n, copy, "data");
        if (input >= 0)
            tandem_input_shadow(input, 0, copy, n);
        tandem_object_add(copy, n);
        tandem_leave();
    }
    LLVMFuzzerTestOneInput(copy, n);
    free(copy);
    return 0;
}

static int run_file(FILE *f)
{
    uint8_t *data = f ? malloc(MAX_FILE) : NULL;
    if (!data)
        return 1;
    size_t n = fread(data, 1, MAX_FILE, f);
    uint8_t *copy = malloc(n);
    if (copy)
        LLVMFuzzerTestOneInput(memcpy(copy, data, n), n);
    free(copy);
    free(data);
    return copy == NULL;
}

int tandem_target_main(int argc, char **argv, char **envp)
{
    if (LLVMFuzzerInitialize)
        LLVMFuzzerInitialize(&argc, &argv);
    if (tandem_rt.shared && tandem_rt.shared->request.flags & TANDEM_RUN_LOOP) {
        tandem_loop(LLVMFuzzerTestOneInput);
        return 0;
    }
    if (tandem_rt.shared)
        return run_object();
    int status = argc < 2 ? run_file(stdin) : 0;
    for (int i = 1; i < argc; i++) {
        FILE *f = fopen(argv[i], "rb");
        if (!f)
            fprintf(stderr, "%s: cannot be read\n", argv[i]);
        status |= run_file(f);
        if (f)
            fclose(f);
    }
    return status;
}
