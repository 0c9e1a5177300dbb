/* What a solver under test is linked with for `tandem fuse --coverage`: by itself, without the other parts of the runtime.
 *
 * clang numbers edges (-fsanitize-coverage=trace-pc-guard); gcc tells addresses only (-fsanitize-coverage=trace-pc), which
 * are hashed relative to the program's beginning, so that they are the same in each run. Without a map in the environment
 * everything goes to memory that nobody reads. Nothing here ends the solver. */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/coverage/map.h"

static unsigned char own[TANDEM_COVERAGE_SIZE];
static unsigned char *map = own;
static uint32_t last_number;

extern const char __executable_start;

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop);
void __sanitizer_cov_trace_pc_guard(uint32_t *guard);
void __sanitizer_cov_trace_pc(void);

__attribute__((constructor(101))) static void open_map(void)
{
    const char *path = getenv(TANDEM_COVERAGE_VARIABLE);
    int fd = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    void *shared = mmap(NULL, TANDEM_COVERAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (shared != MAP_FAILED)
        map = shared;
    close(fd);
}

void __sanitizer_cov_trace_pc_guard_init(uint32_t *start, uint32_t *stop)
{
    if (start == stop || *start)
        return;
    for (uint32_t *guard = start; guard < stop; guard++)
        *guard = 1 + last_number++ % (TANDEM_COVERAGE_SIZE - 1);
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
    map[*guard] = 1;
}

void __sanitizer_cov_trace_pc(void)
{
    uintptr_t place = (uintptr_t)__builtin_return_address(0) - (uintptr_t)&__executable_start;
    uint64_t hash = (uint64_t)place * UINT64_C(0x9e3779b97f4a7c15);
    map[hash >> 46 & (TANDEM_COVERAGE_HASHED - 1)] = 1;
}
