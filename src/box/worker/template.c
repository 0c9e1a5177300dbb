#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "box/worker/watch.h"
#include "box/worker/worker_impl.h"
#include "process/group.h"

enum {
    ALTERNATE_STACK = 1 << 16,
    FIRST_DESCRIPTOR = 200, /* where boxes do not stumble over it */
    HOLES = 64,             /* in the address space, in another placement */
    MAX_BLOCK = 4096,       /* units of 16 bytes on the heap there */
    LOOK_EVERY = 16,        /* landings, whether memory is used up */
    BY_FILTER = 1,          /* SYS_SECCOMP, which libc does not define: why a SIGSYS came */
    COST = 16               /* landings that one from a call that hung counts as */
};

static const char no_sandbox[] = "no sandbox can be set up for it; --sandbox off goes without";

/* ---- Inside a worker ------------------------------------------------------------------------- */

/* What the signal handler of this process needs; a worker has one. */
static struct {
    box_worker *worker;
    run_header *header;
    uint64_t memory;
} here;

/* Whether memory is (all but) used up: an eighth of the limit cannot be had any more. */
static bool memory_exhausted(void)
{
    if (!here.memory)
        return false;
    size_t size = here.memory / 8;
    void *block = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED)
        return true;
    munmap(block, size);
    return false;
}

static void on_crash(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    box_worker *w = here.worker;
    bool refused = signal_number == SIGSYS && info->si_code == BY_FILTER;
    /* A thread of the box cannot go back to where the first one came from. */
    bool landing = w->armed && w->recoveries && gettid() == getpid();
    /* Looking costs more than the rest of a landing: now and then is enough where there are many.
     */
    bool look = !landing || w->recoveries % LOOK_EVERY == 0;
    box_status status = refused                      ? BOX_REFUSED
                        : look && memory_exhausted() ? BOX_MEMORY
                                                     : BOX_CRASHED;
    if (refused)
        here.header->refused = info->si_syscall + 1;
    if (landing && status != BOX_MEMORY) {
        w->recoveries--;
        here.header->recovered++;
        siglongjmp(w->landing, status);
    }
    here.header->status = (sig_atomic_t)status;
    _exit(128 + signal_number);
}

/* The template wants the call to end that it saw. Where that is not possible here the limit of one call is left. */
static void on_end_call(int signal_number)
{
    box_worker *w = here.worker;
    uint64_t progress = *w->progress;
    if (!progress || progress != here.header->unwanted || gettid() != getpid())
        return;
    here.header->unwanted = 0;
    if (w->armed && w->recoveries > COST) {
        w->recoveries -= COST;
        here.header->recovered++;
        here.header->early++;
        siglongjmp(w->landing, BOX_HUNG);
    }
    if (!w->mortal && !w->armed)
        return;
    here.header->early++;
    here.header->status = BOX_HUNG;
    _exit(128 + signal_number);
}

/* exit() in a box: the handlers of the toolkit are not to run in a worker. */
static void on_exit_call(void)
{
    _exit(0);
}

static void limit_memory(const box_set *set)
{
    if (!set->memory)
        return;
    uint64_t data = group_own_data() + set->memory;
    struct rlimit limit = {.rlim_cur = data, .rlim_max = data};
    setrlimit(RLIMIT_DATA, &limit);
}

static void catch_signals(void *stack)
{
    stack_t alternate = {.ss_sp = stack, .ss_size = ALTERNATE_STACK};
    sigaltstack(&alternate, NULL);
    static const int caught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
    struct sigaction action = {.sa_sigaction = on_crash,
                               .sa_flags = SA_ONSTACK | SA_NODEFER | SA_SIGINFO};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++)
        sigaction(caught[i], &action, NULL);
    action = (struct sigaction){.sa_handler = on_end_call,
                                .sa_flags = SA_ONSTACK | SA_NODEFER | SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(WATCH_END_CALL, &action, NULL);
}

/* Other addresses for what the next calls allocate. */
static void move_heap(uint64_t placement)
{
    void *block = malloc(16 * (hash_mix(placement, HOLES) % MAX_BLOCK + 1));
    __asm__ volatile("" : : "r"(block) : "memory"); /* stays allocated */
}

/* Loads the libraries and resolves every C function, in this process; NULL, or what is wrong. */
static const char *find_functions(box_set *set)
{
    const char *error = libraries_load(&set->libraries, 0);
    for (size_t i = 0; i < set->boxes.n && !error; i++) {
        box *x = set->boxes.at[i];
        if (x->kind != BOX_FUNCTION)
            continue;
        x->address = x->given
                         ? x->given
                         : libraries_find(&set->libraries, x->library, x->symbol, x->restricted);
        if (!x->address)
            error = "a function is gone from its library";
    }
    return error;
}

static _Noreturn void give_up(run_header *h, const char *why)
{
    snprintf(h->trouble, sizeof h->trouble, "%s", why);
    h->code = -1;
    h->done = 1;
    _exit(0);
}

static _Noreturn void be_worker(box_run *r, box_worker *w, void *stack, pid_t template)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != template)
        _exit(127);
    here.worker = w;
    here.header = r->header;
    here.memory = r->set->memory;
    catch_signals(stack);
    atexit(on_exit_call);
    limit_memory(r->set);
    if (r->sandbox && !sandbox_enter_prepared(r->sandbox))
        give_up(r->header, no_sandbox);
    r->header->progress = 1; /* constructors are timed like calls */
    const char *error = find_functions(r->set);
    if (error)
        give_up(r->header, error);
    if (r->config.sights && !r->set->unobserved)
        sighting_begin(&r->set->libraries, &r->header->sightings);
    r->header->progress = 0;
    r->header->ready = 1;
    if (r->config.placement)
        move_heap(r->config.placement + w->attempt);
    int code = r->config.loop(r->config.context, w);
    r->header->code = code;
    r->header->done = 1;
    _exit(0);
}

/* ---- The template ---------------------------------------------------------------------------- */

static void count_end(box_run_figures *f, box_status status)
{
    switch (status) {
    case BOX_REFUSED:
        f->refused++;
        break;
    case BOX_CRASHED:
        f->crashed++;
        break;
    case BOX_HUNG:
        f->hung++;
        break;
    case BOX_MEMORY:
        f->memory++;
        break;
    case BOX_EXITED:
        f->exited++;
        break;
    default:
        break;
    }
}

static box_run_state run_workers(box_run *r, int input, int output)
{
    run_header *h = r->header;
    box_worker w = {.shared = (char *)h + r->offset,
                    .shared_size = r->config.shared_size,
                    .progress = &h->progress,
                    .times = &h->times,
                    .stop = &h->stop,
                    .input = input,
                    .output = output,
                    .recoveries = r->config.recoveries};
    void *stack = base_alloc(ALTERNATE_STACK);
    pid_t template = getpid();
    uint64_t data = group_own_data();
    for (;;) {
        h->progress = 0;
        h->status = BOX_OK;
        h->done = 0;
        h->ready = 0;
        h->refused = 0;
        h->unwanted = 0;
        h->times.box = 0;
        pid_t pid = fork();
        if (pid == 0)
            be_worker(r, &w, stack, template);
        if (pid < 0)
            return BOX_RUN_FAILED;
        h->figures.workers++;
        w.last = watch_worker(r, pid, data);
        w.attempt++;
        w.refused = h->refused - 1;
        if (w.last == BOX_OK && h->code == BOX_LOOP_AGAIN)
            continue;
        if (w.last == BOX_OK)
            return h->code ? BOX_RUN_FAILED : BOX_RUN_DONE;
        count_end(&h->figures, w.last);
        if (!h->ready) { /* its constructors behaved when the box was bound, and do so no longer */
            snprintf(h->trouble, sizeof h->trouble, "its library can no longer be loaded");
            return BOX_RUN_FAILED;
        }
        if (h->stop)
            return BOX_RUN_DONE;
        if ((r->config.max_workers && h->figures.workers >= r->config.max_workers) ||
            (r->config.max_refused && h->figures.refused >= r->config.max_refused))
            return BOX_RUN_SPENT;
    }
}

/* Other addresses for what comes: libraries, heap. */
static void move_elsewhere(uint64_t placement)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    if (!placement)
        return;
    for (uint64_t i = 0; i < HOLES; i++) /* of many sizes: small gaps are filled too */
        mmap(NULL, ((size_t)1 << i % 8) * (hash_mix(placement, i) % 3 + 1) * page, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    move_heap(placement);
}

static void hide_output(void)
{
    int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0)
        return;
    dup2(nothing, STDIN_FILENO);
    dup2(nothing, STDOUT_FILENO);
    dup2(nothing, STDERR_FILENO);
    close(nothing);
}

static int move_up(int descriptor)
{
    int moved = fcntl(descriptor, F_DUPFD, FIRST_DESCRIPTOR);
    if (moved < 0)
        return descriptor;
    close(descriptor);
    return moved;
}

int template_main(void *context, int input, int output)
{
    box_run *r = context;
    prctl(PR_SET_DUMPABLE, 0); /* crashes are daily business: no core files */
    hide_output();
    input = move_up(input);
    output = move_up(output);
    clearenv(); /* boxes see the same environment everywhere */
    bank_seal(r->set->bank);
    move_elsewhere(r->config.placement);
    r->header->state = BOX_RUN_FAILED;
    if (r->config.prepare && (r->header->code = r->config.prepare(r->config.context)))
        return 1;
    if (r->sandbox && !sandbox_prepare(r->sandbox)) { /* once, and not again in each worker */
        snprintf(r->header->trouble, sizeof r->header->trouble, "%s", no_sandbox);
        return 1;
    }
    r->header->state = BOX_RUN_GOING;
    r->header->state = run_workers(r, input, output);
    return 0;
}
