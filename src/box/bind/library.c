#include "box/bind/library.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/folder.h"
#include "base/text.h"
#include "box/bind/named_library.h"
#include "box/bind/pure.h"
#include "box/box_impl.h"
#include "process/process.h"
#include "sandbox/compiler.h"

#define COMPILE_SECONDS 60.0

static bool make_folder(box_libraries *l)
{
    if (!l->folder)
        l->folder = folder_temporary();
    return l->folder;
}

/* -Bsymbolic: a helper function of one file is not replaced by another file's of the same name. Comparisons stay calls:
 * they can be watched then (worker/sighting.h). */
#define COMPILE_FLAGS                                                                          \
    "-O1", "-shared", "-fPIC", "-Wl,-Bsymbolic", "-fno-builtin-memcmp", "-fno-builtin-strcmp", \
        "-fno-builtin-strncmp", "-fno-builtin-strcasecmp", "-fno-builtin-strncasecmp",         \
        "-fno-builtin-strstr", "-MD"
static const char *const COMPILE[] = {"cc", COMPILE_FLAGS, "-lm", NULL};

static char *dependencies_of(const box_library *lib)
{
    return box_format("%s.d", lib->object);
}

static compiler_job job_of(const box_libraries *l, const box_library *lib)
{
    return (compiler_job){.scratch = l->folder,
                          .source = lib->source && l->beside ? l->beside : lib->path,
                          .off = l->sandbox_off,
                          .may = l->may,
                          .interrupt = l->interrupt};
}

static void start_compiler(box_libraries *l, box_library *lib, size_t number)
{
    if (l->keep && !lib->source) {
        lib->key = compile_cache_key(lib->path, COMPILE);
        lib->object = compile_cache_find(&lib->key);
        if (lib->object)
            return;
    }
    if (!make_folder(l)) {
        lib->error = box_format("cannot make a folder for compiled boxes: %s", strerror(errno));
        return;
    }
    lib->object = box_format("%s/%zu.so", l->folder, number);
    char *dependencies = dependencies_of(lib);
    char *const argv[] = {"cc",        COMPILE_FLAGS, "-MF", dependencies, "-o",
                          lib->object, lib->path,     "-lm", NULL};
    compiler_job job = job_of(l, lib);
    job.argv = argv;
    char *error = NULL;
    lib->compiler = compiler_start(&job, &error);
    if (!lib->compiler)
        lib->error = error;
    free(dependencies);
}

static void finish_compiler(const box_libraries *l, box_library *lib)
{
    compiler_job job = job_of(l, lib);
    double deadline = clock_wall() + COMPILE_SECONDS;
    process_event event;
    do
        event = process_wait(lib->compiler, deadline);
    while (event == PROCESS_OUTPUT);
    if (event != PROCESS_EXIT)
        lib->error = box_format("%s: the compiler did not finish", lib->path);
    else if (process_status(lib->compiler))
        lib->error =
            box_format("%s does not compile:\n%s", lib->path, compiler_words(&job, lib->compiler));
    process_free(lib->compiler);
    lib->compiler = NULL;
    if (lib->error)
        return;
    char *dependencies = dependencies_of(lib);
    compile_cache_store(&lib->key, lib->path, COMPILE, lib->object, dependencies);
    free(dependencies);
}

/* Without a slash, and no file here: a library of the system. What is not found is left to the linker, which may know
 * of more folders. */
static void find_named(box_library *lib)
{
    strbuf tried = STRBUF_INIT;
    char *name = named_library_name(lib->path);
    lib->object = name ? named_library_find(name, &tried) : NULL;
    if (!lib->object) {
        lib->tried = name ? strbuf_detach(&tried) : NULL;
        lib->object = name ? box_format("lib%s.so", name) : base_strdup(lib->path);
    }
    strbuf_free(&tried);
    free(name);
}

uint32_t libraries_add(box_libraries *l, const char *path, bool listed)
{
    for (size_t i = 0; i < l->list.n; i++)
        if (!strcmp(l->list.at[i].path, path)) {
            l->list.at[i].listed |= listed;
            return (uint32_t)i + 1;
        }
    box_library lib = {.path = base_strdup(path), .listed = listed};
    if (access(path, R_OK) && (strchr(path, '/') || text_ends(path, ".c")))
        lib.error = box_format("cannot read library '%s': %s", path, strerror(errno));
    else if (text_ends(path, ".c"))
        start_compiler(l, &lib, l->list.n + 1);
    else if (strchr(path, '/'))
        lib.object = base_strdup(path);
    else if (!access(path, R_OK))
        lib.object = box_format("./%s", path);
    else
        find_named(&lib);
    vec_push(&l->list, lib);
    return (uint32_t)l->list.n;
}

uint32_t libraries_add_source(box_libraries *l, const char *source)
{
    for (size_t i = 0; i < l->list.n; i++)
        if (l->list.at[i].source && !strcmp(l->list.at[i].source, source))
            return (uint32_t)i + 1;
    bool good = make_folder(l);
    box_library lib = {.source = base_strdup(source),
                       .path = box_format("%s/source%zu.c", good ? l->folder : "", l->list.n + 1)};
    if (good && folder_write(lib.path, source, strlen(source)))
        start_compiler(l, &lib, l->list.n + 1);
    else
        lib.error = box_format("cannot write %s: %s", lib.path, strerror(errno));
    vec_push(&l->list, lib);
    return (uint32_t)l->list.n;
}

const char *libraries_ready(box_libraries *l, uint32_t number)
{
    for (size_t i = 0; i < l->list.n; i++) {
        box_library *lib = &l->list.at[i];
        if (number ? i + 1 != number : !lib->listed)
            continue;
        if (lib->compiler)
            finish_compiler(l, lib);
        if (lib->error)
            return lib->error;
    }
    return NULL;
}

void libraries_free(box_libraries *l)
{
    for (size_t i = 0; i < l->list.n; i++) {
        box_library *lib = &l->list.at[i];
        process_free(lib->compiler);
        free(lib->path);
        free(lib->source);
        free(lib->object);
        free(lib->tried);
        free(lib->error);
    }
    vec_free(&l->list);
    if (l->folder)
        folder_remove(l->folder);
    free(l->folder);
}

static int note_range(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    box_library *lib = context;
    const struct link_map *own = NULL;
    if (dlinfo(lib->handle, RTLD_DI_LINKMAP, &own) || info->dlpi_addr != own->l_addr)
        return 0;
    lib->low = own->l_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        uintptr_t end = own->l_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
        if (info->dlpi_phdr[i].p_type == PT_LOAD && end > lib->high)
            lib->high = end;
    }
    return 1;
}

bool libraries_hold(const box_libraries *l, uintptr_t address)
{
    for (size_t i = 0; i < l->list.n; i++)
        if (address >= l->list.at[i].low && address < l->list.at[i].high)
            return true;
    return false;
}

/* Listed libraries see each other's functions, in order, as files of one program would. */
const char *libraries_load(box_libraries *l, uint32_t number)
{
    for (size_t i = 0; i < l->list.n; i++) {
        box_library *lib = &l->list.at[i];
        bool wanted = lib->listed || lib->used || i + 1 == number;
        if (!wanted || lib->handle || lib->error || lib->compiler)
            continue;
        lib->handle = dlopen(lib->object, RTLD_LAZY | (lib->listed ? RTLD_GLOBAL : RTLD_LOCAL));
        if (!lib->handle && lib->tried)
            return lib->error = box_format("%s; %s", dlerror(), lib->tried);
        if (!lib->handle)
            return dlerror();
        dl_iterate_phdr(note_range, lib);
    }
    return NULL;
}

static library_function find_in(void *handle, const char *symbol)
{
    /* POSIX: an object pointer from dlsym may be stored as a function pointer. */
    library_function f = NULL;
    void *found = handle ? dlsym(handle, symbol) : NULL;
    memcpy(&f, &found, sizeof f);
    return f;
}

/* A library is searched with all that it needs: is the function its own? */
static bool is_own(void *handle, library_function f)
{
    struct link_map *wanted = NULL, *found = NULL;
    Dl_info info;
    void *address = NULL;
    memcpy(&address, &f, sizeof f);
    return f && !dlinfo(handle, RTLD_DI_LINKMAP, &wanted) &&
           dladdr1(address, &info, (void **)&found, RTLD_DL_LINKMAP) && found == wanted;
}

static library_function find_own(void *handle, const char *symbol, bool restricted)
{
    library_function f = find_in(handle, symbol);
    return !restricted || is_own(handle, f) ? f : NULL;
}

library_function libraries_find_system(const char *symbol)
{
    static const char *const names[] = {"libc.so.6", "libm.so.6"};
    library_function f = NULL;
    for (size_t i = 0; !f && i < sizeof names / sizeof *names; i++)
        f = find_in(dlopen(names[i], RTLD_LAZY), symbol);
    return f;
}

library_function libraries_find(const box_libraries *l, uint32_t library, const char *symbol,
                                bool restricted)
{
    if (library)
        return find_own(l->list.at[library - 1].handle, symbol, restricted);
    library_function f = NULL;
    for (size_t i = 0; !f && i < l->list.n; i++)
        if (l->list.at[i].listed)
            f = find_own(l->list.at[i].handle, symbol, restricted);
    return f || (restricted && !pure_function(symbol)) ? f : libraries_find_system(symbol);
}
