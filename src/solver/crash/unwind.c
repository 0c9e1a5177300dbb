#include "solver/crash/unwind.h"

#include <ctype.h>
#include <dlfcn.h>
#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "solver/crash/unwind_table.h"

enum { FRAMES = 3, FRAMES_LOOKED_AT = 64 };

/* The functions of libdw that are used. */
#define DWFL_FUNCTIONS(DWFL)  \
    DWFL(begin)               \
    DWFL(end)                 \
    DWFL(linux_proc_report)   \
    DWFL(linux_proc_find_elf) \
    DWFL(linux_proc_attach)   \
    DWFL(report_end)          \
    DWFL(getthread_frames)    \
    DWFL(frame_pc)            \
    DWFL(addrmodule)          \
    DWFL(module_info)         \
    DWFL(module_addrname)

typedef struct dwfl_api {
#define DWFL(name) __typeof__(dwfl_##name) *name;
    DWFL_FUNCTIONS(DWFL)
#undef DWFL
} dwfl_api;

/* A data pointer as a function pointer, which POSIX promises for dlsym and C does not. */
static bool find(void *library, const char *name, void *place)
{
    void *symbol = dlsym(library, name);
    memcpy(place, &symbol, sizeof symbol);
    return symbol != NULL;
}

static bool load(dwfl_api *api)
{
    void *library = dlopen("libdw.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return false;
#define DWFL(name)                                 \
    if (!find(library, "dwfl_" #name, &api->name)) \
        return false;
    DWFL_FUNCTIONS(DWFL)
#undef DWFL
    return true;
}

void unwind_name(const char *symbol, strbuf *out)
{
    const char *p = symbol;
    size_t before = out->n;
    if (text_begins(p, "_ZN")) {
        for (p += 3; *p == 'K' || *p == 'V' || *p == 'R' || *p == 'O';)
            p++;
    } else if (text_begins(p, "_Z")) {
        p += 2;
    }
    while (p > symbol && isdigit((unsigned char)*p)) {
        char *name;
        size_t n = strtoul(p, &name, 10);
        if (n == 0 || n > strlen(name))
            break;
        if (out->n > before)
            strbuf_puts(out, "::");
        strbuf_add(out, name, n);
        p = name + n;
    }
    if (out->n == before)
        strbuf_puts(out, symbol);
}

/* Libraries whose functions say nothing about where a solver is. */
static bool is_runtime(const char *module)
{
    static const char *const beginnings[] = {"libc.so", "libstdc++", "libgcc_s",
                                             "libm.so", "ld-linux",  "[vdso"};
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
        if (text_begins(module, beginnings[i]))
            return true;
    return false;
}

typedef struct walk {
    const dwfl_api *api;
    Dwfl *dwfl;
    pid_t process;
    strbuf *out;
    unsigned looked, taken;
} walk;

static int take_frame(Dwfl_Frame *frame, void *context)
{
    walk *w = context;
    Dwarf_Addr pc, start = 0;
    bool is_call_target;
    if (w->looked++ == FRAMES_LOOKED_AT || !w->api->frame_pc(frame, &pc, &is_call_target))
        return DWARF_CB_ABORT;
    pc -= !is_call_target; /* a return address may belong to the next function */
    Dwfl_Module *module = w->api->addrmodule(w->dwfl, pc);
    const char *path =
        module ? w->api->module_info(module, NULL, &start, NULL, NULL, NULL, NULL, NULL) : NULL;
    if (!path) /* a jump to nowhere: the caller is of interest */
        return DWARF_CB_OK;
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    if (!w->taken && is_runtime(base))
        return DWARF_CB_OK;
    if (w->taken)
        strbuf_puts(w->out, " < ");
    const char *symbol = w->api->module_addrname(module, pc);
    if (symbol)
        unwind_name(symbol, w->out);
    else
        strbuf_printf(w->out, "%s+0x%llx", base,
                      (unsigned long long)(unwind_table_function(w->process, start, pc) - start));
    return ++w->taken == FRAMES ? DWARF_CB_ABORT : DWARF_CB_OK;
}

/* No separate files, which may be on a server; the program's own tables will do. */
static int no_debug_file(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr base,
                         const char *file, const char *link, GElf_Word checksum, char **found)
{
    (void)module, (void)data, (void)name, (void)base;
    (void)file, (void)link, (void)checksum, (void)found;
    return -1;
}

bool unwind_stack(pid_t process, strbuf *out)
{
    dwfl_api api;
    if (!load(&api))
        return false;
    Dwfl_Callbacks callbacks = {.find_elf = api.linux_proc_find_elf,
                                .find_debuginfo = no_debug_file};
    Dwfl *dwfl = api.begin(&callbacks);
    if (!dwfl)
        return false;
    walk w = {.api = &api, .dwfl = dwfl, .process = process, .out = out};
    if (!api.linux_proc_report(dwfl, process) && !api.report_end(dwfl, NULL, NULL) &&
        !api.linux_proc_attach(dwfl, process, true))
        api.getthread_frames(dwfl, process, take_frame, &w);
    api.end(dwfl);
    return w.taken > 0;
}
