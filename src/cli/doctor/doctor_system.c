#include "cli/doctor/doctor_system.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "box/bind/named_library.h"
#include "explore/target/jail.h"
#include "llvm/clang.h"
#include "sandbox/sandbox.h"

static void add(doctor_facts *facts, const char *name, bool good, bool needed, strbuf *detail)
{
    doctor_fact f = {name, good, needed, strbuf_detach(detail)};
    vec_push(facts, f);
}

static void look_at_machine(doctor_facts *facts)
{
    struct utsname u;
    strbuf detail = STRBUF_INIT;
    bool good = !uname(&u) && !strcmp(u.machine, "x86_64");
    if (good)
        strbuf_printf(&detail, "%s %s, %s, %ld processors", u.sysname, u.release, u.machine,
                      sysconf(_SC_NPROCESSORS_ONLN));
    else
        strbuf_puts(&detail, "this is no x86-64 Linux: code that is run cannot be confined");
    add(facts, "machine", good, true, &detail);
}

static void look_at_limit(doctor_facts *facts)
{
    enum { NEEDED = 1 << 30 };
    struct rlimit limit;
    strbuf detail = STRBUF_INIT;
    bool bounded = !getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur != RLIM_INFINITY;
    bool good = !bounded || limit.rlim_cur >= NEEDED;
    if (bounded)
        strbuf_printf(&detail, "ulimit -v: %llu MiB%s", (unsigned long long)limit.rlim_cur >> 20,
                      good ? "" : "; 1 GiB is needed");
    else
        strbuf_puts(&detail, "no limit");
    add(facts, "address space", good, true, &detail);
}

static void look_at_sandbox(doctor_facts *facts)
{
    strbuf detail = STRBUF_INIT;
    char *error = NULL;
    sandbox *s = sandbox_new(SANDBOX_CALL, NULL, NULL, &error);
    if (s)
        strbuf_puts(&detail, "seccomp");
    else
        strbuf_printf(&detail, "%s; solve and prove run code only with --sandbox off", error);
    if (s && sandbox_landlock())
        strbuf_printf(&detail, ", Landlock %d", sandbox_landlock());
    add(facts, "sandbox", s, true, &detail);
    sandbox_free(s);
    free(error);
}

static void look_at_jail(doctor_facts *facts)
{
    jail_kind kind;
    strbuf detail = STRBUF_INIT, why = STRBUF_INIT;
    bool good = jail_choose(JAIL_AUTO, &kind, &why);
    if (good)
        strbuf_printf(&detail, "%s", jail_kind_word(kind));
    else
        strbuf_printf(&detail, "%s; explore runs programs only with --jail off", why.text);
    add(facts, "jail", good, true, &detail);
    strbuf_free(&why);
}

/* What only some work needs: a program, or the name of a library; a package of Debian that has it, and for what. */
typedef struct helper {
    const char *name, *library, *package, *use;
} helper;

static const helper helpers[] = {
    {TANDEM_CLANG, NULL, TANDEM_CLANG, "tandem-cc, explore, prove, solve --header"},
    {"libLLVM", "LLVM-" CLANG_VERSION_TEXT, "libllvm" CLANG_VERSION_TEXT,
     "tandem-cc, explore, prove, machine code for the fuzzer"},
    {"cc", NULL, "gcc", "boxes given as C files"},
    {"afl-fuzz", NULL, "afl++", "solve --fuzzer afl++"},
    {"libdw", "dw", "libdw1", "where solvers crash"},
    {"libpq", "pq", "libpq5", "campaigns on many machines"},
};

static void look_at_helper(doctor_facts *facts, const helper *h)
{
    strbuf detail = STRBUF_INIT, tried = STRBUF_INIT;
    char *path = h->library ? named_library_find(h->library, &tried) : io_find_program(h->name);
    if (path)
        strbuf_printf(&detail, "%s (%s)", path, h->use);
    else
        strbuf_printf(&detail, "not there: apt-get install %s (%s)", h->package, h->use);
    add(facts, h->name, path, false, &detail);
    strbuf_free(&tried);
    free(path);
}

void doctor_look(doctor_facts *facts)
{
    look_at_machine(facts);
    look_at_limit(facts);
    look_at_sandbox(facts);
    look_at_jail(facts);
    for (size_t i = 0; i < sizeof helpers / sizeof *helpers; i++)
        look_at_helper(facts, &helpers[i]);
}

void doctor_facts_free(doctor_facts *facts)
{
    for (size_t i = 0; i < facts->n; i++)
        free(facts->at[i].detail);
    vec_free(facts);
}
