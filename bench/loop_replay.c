/* Makes a libFuzzer program run nothing but the files of a folder, again and again: the rate of
 * replaying one fixed corpus, with all that libFuzzer does around each run. Its folder is the value of
 * LOOP_REPLAY; bench/loop.py links this file. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1024 };
static struct {
    uint8_t *bytes;
    size_t n;
} inputs[MOST];
static size_t n_inputs, next;

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t n, size_t most, unsigned seed);

static void load(void)
{
    const char *folder = getenv("LOOP_REPLAY");
    DIR *d = folder ? opendir(folder) : NULL;
    for (struct dirent *e; d && n_inputs < MOST && (e = readdir(d));) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        FILE *f = e->d_type == DT_REG ? fopen(path, "rb") : NULL;
        if (!f)
            continue;
        uint8_t *bytes = malloc(1 << 16);
        inputs[n_inputs].n = fread(bytes, 1, 1 << 16, f);
        inputs[n_inputs++].bytes = bytes;
        fclose(f);
    }
    if (d)
        closedir(d);
    if (!n_inputs)
        exit(2);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t n, size_t most, unsigned seed)
{
    (void)n, (void)seed;
    if (!n_inputs)
        load();
    size_t i = next++ % n_inputs, bytes = inputs[i].n < most ? inputs[i].n : most;
    memcpy(data, inputs[i].bytes, bytes);
    return bytes;
}
