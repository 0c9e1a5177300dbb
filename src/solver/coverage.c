#include "solver/coverage.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/coverage/map.h"

struct coverage {
    int fd;
    unsigned char *map;                       /* shared with the solvers: not trusted */
    unsigned char seen[TANDEM_COVERAGE_SIZE]; /* by edge */
};

coverage *coverage_new(char **error)
{
    coverage *c = base_alloc_zero(1, sizeof *c);
    c->fd = memfd_create("tandem-coverage", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    void *map = MAP_FAILED;
    /* A solver that made it smaller would end us when we look at it. */
    if (c->fd >= 0 && ftruncate(c->fd, TANDEM_COVERAGE_SIZE) == 0 &&
        fcntl(c->fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW) == 0)
        map = mmap(NULL, TANDEM_COVERAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, c->fd, 0);
    if (map == MAP_FAILED) {
        *error = base_strdup("no memory for the map of edges");
        if (c->fd >= 0)
            close(c->fd);
        free(c);
        return NULL;
    }
    c->map = map;
    char path[64]; /* nothing has to be removed afterwards */
    snprintf(path, sizeof path, "/proc/%ld/fd/%d", (long)getpid(), c->fd);
    setenv(TANDEM_COVERAGE_VARIABLE, path, 1);
    return c;
}

void coverage_free(coverage *c)
{
    if (!c)
        return;
    unsetenv(TANDEM_COVERAGE_VARIABLE);
    munmap(c->map, TANDEM_COVERAGE_SIZE);
    close(c->fd);
    free(c);
}

void coverage_clear(coverage *c)
{
    memset(c->map, 0, TANDEM_COVERAGE_SIZE);
}

void coverage_take_all(const coverage *c, vec_u32 *edges)
{
    for (uint32_t i = 0; i < TANDEM_COVERAGE_SIZE; i += sizeof(uint64_t)) {
        uint64_t word;
        memcpy(&word, c->map + i, sizeof word);
        for (uint32_t k = i; word && k < i + sizeof word; k++)
            if (c->map[k])
                vec_push(edges, k);
    }
}

void coverage_take(coverage *c, vec_u32 *edges)
{
    size_t kept = edges->n;
    coverage_take_all(c, edges);
    for (size_t i = kept; i < edges->n; i++) {
        uint32_t edge = edges->at[i];
        if (!c->seen[edge])
            edges->at[kept++] = edge;
        c->seen[edge] = 1;
    }
    edges->n = kept;
}
