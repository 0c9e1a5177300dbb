/* Programs with the runtime linked in, run by the host's side of the interface. They are written as
 * instrumented code would be: this does not need tandem-cc. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "made_target.h"
#include "test.h"

/* What it does is the first letter of its first argument; loads are told to the runtime. */
static const char SOURCE[] =
    "#define _GNU_SOURCE\n"
    "#include <assert.h>\n#include <errno.h>\n#include <fcntl.h>\n#include <stdio.h>\n"
    "#include <stdlib.h>\n#include <string.h>\n#include <sys/mman.h>\n#include <sys/uio.h>\n"
    "#include <sys/wait.h>\n"
    "#include <unistd.h>\n"
    "#include \"runtime/abi.h\"\n"
    "void klee_make_symbolic(void *, size_t, const char *);\n"
    "static uint32_t base;\n"
    "static const tandem_site sites[] = {{\"a.c\", \"main\", 5}, {\"a.c\", \"f\", 9}};\n"
    "static const tandem_module_info module = {TANDEM_ABI, 2, 0, sites, NULL, &base, NULL, NULL, "
    "{0}};\n"
    "__attribute__((constructor)) static void c(void) { tandem_module(&module); }\n"
    "static const tandem_expr none[8];\n"
    "#define BEFORE(name, ...) tandem_calling(0, #name, 1, sizeof((uint64_t[]){__VA_ARGS__}) / 8, "
    "0, (uint64_t[]){__VA_ARGS__}, none)\n"
    "#define P(x) (uint64_t)(uintptr_t)(x)\n"
    "/* a branch on each byte: is it 'x'? */\n"
    "static void look(const void *at, size_t n) {\n"
    "  const uint8_t *p = at;\n"
    "  for (size_t i = 0; i < n; i++) {\n"
    "    tandem_expr e = *tandem_filter_at(p + i) ? tandem_load(p + i, 1, 0, p[i]) : 0;\n"
    "    if (e) tandem_branch(tandem_binary(TANDEM_EQ, 8, e, 0, p[i], 'x'), p[i] == 'x', base);\n"
    "  } }\n"
    "static int impure(const char *a, const char *b) { return open(a, O_CREAT, 0666) < 0; }\n"
    "int tandem_target_main(int argc, char **argv, char **envp) {\n"
    "  char b[64] = \"\"; FILE *f; ssize_t n; char *line = 0; size_t room = 0;\n"
    "  if (argc < 2) return 50;\n"
    "  switch (argv[1][0]) {\n"
    "  case 'a': look(argv[1], strlen(argv[1]) + 1); return 0;\n"
    "  case 'e': look(getenv(\"V\"), 3); return 0;\n"
    "  case 'r': BEFORE(read, 0, P(b), 64); n = read(0, b, 64); tandem_called(64, n);\n"
    "    look(b, 64); return 0;\n"
    "  case 'o': n = open(\"A\", O_RDONLY); lseek(n, 1, SEEK_SET); int fd = dup(n);\n"
    "    BEFORE(read, fd, P(b), 2); n = read(fd, b, 2); tandem_called(64, n); look(b, n); return "
    "0;\n"
    "  case 'm': n = open(\"A\", O_RDONLY); BEFORE(mmap, 0, 4096, PROT_READ, MAP_PRIVATE, n, 0);\n"
    "    void *p = mmap(0, 4096, PROT_READ, MAP_PRIVATE, n, 0); tandem_called(64, P(p));\n"
    "    look(p, 4096); return 0;\n"
    "  case 'g': f = fopen(\"A\", \"r\"); BEFORE(fgets, P(b), 64, P(f));\n"
    "    char *got = fgets(b, 64, f); tandem_called(64, P(got)); look(b, 64);\n"
    "    BEFORE(getc, P(f)); int ch = getc(f); tandem_expr e = tandem_called(32, (uint32_t)ch);\n"
    "    if (e) tandem_branch(tandem_binary(TANDEM_EQ, 32, e, 0, ch, 'x'), ch == 'x', base + 1);\n"
    "    return 0;\n"
    "  case 'u': f = fopen(\"A\", \"r\"); BEFORE(__uflow, P(f)); ch = __uflow(f);\n"
    "    tandem_called(32, ch); look(f->_IO_read_base, f->_IO_read_end - f->_IO_read_base);\n"
    "    return 0;\n"
    "  case 'l': f = fopen(\"A\", \"r\"); BEFORE(getline, P(&line), P(&room), P(f));\n"
    "    n = getline(&line, &room, f); tandem_called(64, n); look(line, n + 1); return 0;\n"
    "  case 'f': f = fopen(\"A\", \"r\"); fgetc(f); BEFORE(fread, P(b), 2, 8, P(f));\n"
    "    n = fread(b, 2, 8, f); tandem_called(64, n); look(b, 64); return 0;\n"
    "  case 'S': f = fopen(\"A\", \"r\"); fgetc(f); int x = 0;\n"
    "    BEFORE(fscanf, P(f), P(\"%d\"), P(&x)); n = fscanf(f, \"%d\", &x); tandem_called(32, n);\n"
    "    return x;\n"
    "  case 'v': n = open(\"A\", O_RDONLY); struct iovec io[] = {{b, 2}, {b + 8, 2}};\n"
    "    BEFORE(readv, n, P(io), 2); n = readv(n, io, 2); tandem_called(64, n); look(b, 64);\n"
    "    return 0;\n"
    "  case 'k': klee_make_symbolic(b, 4, \"thing\"); look(b, 5); return b[2];\n"
    "  case 'F': if (!fork()) { look(argv[1], 1); _exit(0); } wait(0); return 7;\n"
    "  case 'n': return strcmp(program_invocation_name, argv[0]) || strcmp(argv[0], "
    "program_invocation_short_name) == 0 || getenv(\"TANDEM_SHARED\") || errno;\n"
    "  case 'b': tandem_calling(strcmp, \"strcmp\", 1, 2, 0, (uint64_t[]){P(argv[1]), P(\"bee\")}, "
    "none); ch = strcmp(argv[1], \"bee\"); tandem_called(32, ch); return 0;\n"
    "  case 'B': tandem_calling(impure, \"strcmp\", 1, 2, 0, (uint64_t[]){P(argv[1]), P(\"bee\")}, "
    "none); ch = impure(argv[1], 0); tandem_called(32, ch); return 0;\n"
    "  case 'c': tandem_calling(strcpy, \"strcpy\", 1, 2, 0, (uint64_t[]){P(b), P(argv[1])}, "
    "none);\n"
    "    strcpy(b, argv[1]); tandem_called(64, P(b)); wait(0); return errno != ECHILD;\n"
    "  case 'i': n = 0; for (int i = 0; i < 20; i++) { int w = BEFORE(open, P(\"A\"), 0);\n"
    "    int d = open(\"A\", 0); int e = errno; if (w) tandem_called(32, d);\n"
    "    if (d < 0) n += e == EACCES; else close(d); } return n;\n"
    "  case 's': abort();\n"
    "  case 'A': BEFORE(__assert_fail, 0, 0, 0, 0); abort();\n"
    "  }\n"
    "  return 51;\n"
    "}\n";

static made_target made;

static explore_target *build(void)
{
    return made_target_get(&made, SOURCE, "-O1 %s/libtandem_rt.a",
                           (target_config){.log_records = 1 << 16});
}

typedef made_input given;

static target_result run(given g, target_options options)
{
    build();
    return made_target_run(&made, g, options);
}

/* The branches of the log on single input bytes, as text: "arg1:0=0 …" (the last is the truth). */
static const char *branches(const target_result *r)
{
    static char text[4096];
    size_t n = 0;
    const tandem_shared *s = r->shared;
    text[0] = 0;
    for (uint32_t i = 1; i < s->n_records && n < sizeof text - 100; i++) {
        const tandem_record *e = &s->log[i];
        if (e->op == TANDEM_END_OF_INPUT)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s.%u ", s->inputs[e->a].name, e->b);
        if (e->op != TANDEM_BRANCH)
            continue;
        const tandem_record *c = &s->log[e->a];
        CHECK(c->op == TANDEM_EQ && s->log[c->a].op == TANDEM_INPUT);
        const tandem_record *in = &s->log[c->a];
        n += (size_t)snprintf(text + n, sizeof text - n, "%s:%u=%u ", s->inputs[in->a].name, in->b,
                              e->flag);
    }
    return text;
}

static const target_options symbolic = {.symbolic = true};

TEST(arguments_with_room)
{
    target_options o = symbolic;
    o.arg_bytes = 4;
    target_result r = run((given){.arg = "axb"}, o);
    CHECK(r.outcome == TARGET_EXITED && r.status == 0);
    CHECK_STR(branches(&r), "arg1:0=0 arg1:1=1 arg1:2=0 arg1:3=0 ");
    o.arg_bytes = 0;
    r = run((given){.arg = "axb"}, o);
    CHECK_STR(branches(&r), "arg1:0=0 arg1:1=1 arg1:2=0 ");
    r = run((given){.arg = "axb"}, (target_options){0});
    CHECK(r.shared->n_records <= 1);
}

TEST(addresses_are_always_the_same)
{
    target_result r = run((given){.arg = "axb"}, symbolic);
    uint64_t first = r.shared->inputs[0].address;
    char *error;
    explore_target *other =
        target_start(&(target_config){.path = made.program, .log_records = 1 << 16}, &error);
    CHECK_MSG(other, "%s", error);
    explore_test t;
    explore_test_init(&t);
    explore_test_add_arg(&t, "axb", 3);
    CHECK(target_run(other, &t, &symbolic, &r, &error));
    CHECK(r.shared->inputs[0].address == first);
    explore_test_free(&t);
    target_free(other);
}

TEST(environment)
{
    target_options o = symbolic;
    o.symbolic_env = 1;
    target_result r = run((given){.arg = "e", .env = "V=qx"}, o);
    CHECK_STR(branches(&r), "V:0=0 V:1=1 ");
    o.env_bytes = 4;
    r = run((given){.arg = "e", .env = "V=qx"}, o);
    CHECK_STR(branches(&r), "V:0=0 V:1=1 V:2=0 ");
}

TEST(files_by_descriptor)
{
    target_result r = run((given){.arg = "r", .input = "ax"}, symbolic);
    CHECK_STR(branches(&r), "stdin.2 stdin:0=0 stdin:1=1 ");
    r = run((given){.arg = "o", .file = "axcx"}, symbolic);
    CHECK_STR(branches(&r), "A:1=1 A:2=0 ");
    r = run((given){.arg = "m", .file = "xb"}, symbolic);
    CHECK_STR(branches(&r), "A:0=1 A:1=0 ");
}

TEST(files_by_stream) /* the first branches on a line: does it end here? */
{
    target_result r = run((given){.arg = "g", .file = "ax\nxy"}, symbolic);
    CHECK_STR(branches(&r), "A:0=0 A:1=0 A:2=1 A:0=0 A:1=1 A:2=0 A:3=1 ");
    r = run((given){.arg = "u", .file = "ax"}, symbolic);
    CHECK_STR(branches(&r), "A:0=0 A:1=1 ");
    r = run((given){.arg = "l", .file = "ax\nxy"}, symbolic);
    CHECK_STR(branches(&r), "A:0=0 A:1=0 A:2=1 A:0=0 A:1=1 A:2=0 ");
    r = run((given){.arg = "f", .file = "abx"}, symbolic);
    CHECK_STR(branches(&r), "A.3 A:1=0 A:2=1 ");
}

TEST(numbers_from_a_stream)
{
    target_result r = run((given){.arg = "S", .file = "a42 x"}, symbolic);
    CHECK(r.status == 42 && r.shared->n_functions == 1);
    CHECK_STR(r.shared->functions[0].name, "sscanf");
    r = run((given){.arg = "v", .file = "axcx"}, symbolic);
    CHECK_STR(branches(&r), "A:0=0 A:1=1 A:2=0 A:3=1 ");
}

TEST(objects)
{
    target_result r = run((given){.arg = "k", .object = "abx"}, symbolic);
    CHECK(r.status == 'x');
    CHECK_STR(branches(&r), "thing:0=0 thing:1=0 thing:2=1 thing:3=0 ");
}

TEST(ends_and_findings)
{
    target_result r = run((given){.arg = "F"}, symbolic);
    CHECK(r.outcome == TARGET_EXITED && r.status == 7);
    CHECK_STR(branches(&r), "");
    r = run((given){.arg = "n"}, symbolic);
    CHECK(r.outcome == TARGET_EXITED && r.status == 0);
    r = run((given){.arg = "s"}, symbolic);
    CHECK(r.outcome == TARGET_SIGNALED && r.status == 6 && !r.finding);
    r = run((given){.arg = "A"}, symbolic);
    CHECK(r.outcome == TARGET_SIGNALED && r.finding == TANDEM_FINDING_ASSERT);
    r = run((given){.arg = "A"}, (target_options){0});
    CHECK(r.outcome == TARGET_SIGNALED && r.finding == TANDEM_FINDING_ASSERT);
}

/* One call in keeper 0 of the last run, with `text` at the address of the argument. */
static tandem_keeper_reply ask(int keeper, const tandem_shared *s, const char *text, char *read)
{
    struct {
        tandem_keeper_call head;
        uint64_t args[2];
        tandem_keeper_write writes[8];
        uint64_t reads[4];
    } q = {.head = {.function = s->functions[0].address, .n_args = 2, .n_writes = 8, .n_reads = 4}};
    const tandem_record *r = s->log;
    while (r->op != TANDEM_BOX)
        r++;
    const tandem_box *box = (const void *)(r + 1);
    const tandem_box_arg *args = (const void *)(box + 1);
    uint64_t at = s->inputs[0].address;
    for (int i = 0; i < 2; i++)
        q.args[i] = args[i].value;
    for (size_t i = 0; i < 8; i++)
        q.writes[i] = (tandem_keeper_write){.address = at + i,
                                            .value = i < strlen(text) ? (uint8_t)text[i] : 0};
    for (size_t i = 0; i < 4; i++)
        q.reads[i] = args[0].value + i;
    if (!text[0])
        q.args[0] = 1; /* no memory */
    struct {
        tandem_keeper_reply head;
        char bytes[4];
    } reply = {0};
    CHECK(send(keeper, &q, sizeof q, 0) == sizeof q);
    CHECK(recv(keeper, &reply, sizeof reply, 0) >= (ssize_t)sizeof reply.head);
    memcpy(read, reply.bytes, 4);
    return reply.head;
}

TEST(keepers)
{
    target_options o = symbolic;
    char read[4];
    o.arg_bytes = 8;
    o.keep_boxes = 4;
    target_result r = run((given){.arg = "b"}, o);
    CHECK(r.shared->n_keepers == 1 && r.shared->n_functions == 1);
    int k = target_keeper(build(), 0);
    CHECK(k >= 0);
    CHECK((int32_t)ask(k, r.shared, "bed", read).result < 0 && !memcmp(read, "bed", 4));
    CHECK((int32_t)ask(k, r.shared, "bee", read).result == 0);
    CHECK(ask(k, r.shared, "", read).crashed == SIGSEGV);
    CHECK((int32_t)ask(k, r.shared, "bef", read).result > 0);
    close(k);
    r = run((given){.arg = "c"}, o);
    CHECK(r.status == 0); /* the program sees no child */
    k = target_keeper(build(), 0);
    CHECK(k >= 0);
    ask(k, r.shared, "abc", read);
    CHECK(!memcmp(read, "abc", 4));
    ask(k, r.shared, "z", read);
    CHECK(!memcmp(read, "z\0\0", 4)); /* nothing is left of the call before */
    close(k);
}

TEST(keepers_only_compute)
{
    target_options o = symbolic;
    char read[4];
    o.arg_bytes = 8;
    o.keep_boxes = 4;
    target_result r = run((given){.arg = "B"}, o);
    int k = target_keeper(build(), 0);
    CHECK(k >= 0);
    CHECK(ask(k, r.shared, "made", read).crashed == SIGSYS);
    close(k);
}

TEST(calls_fail_when_asked_to)
{
    for (uint32_t seed = 0; seed < 4; seed++)
        for (int traced = 0; traced < 2; traced++) {
            target_options o = {.symbolic = traced, .max_fail = 2, .fail_seed = seed};
            target_result r = run((given){.arg = "i", .file = "x"}, o);
            CHECK(r.outcome == TARGET_EXITED && r.status >= 1 && r.status <= 2);
            o.max_fail = 0;
            CHECK(run((given){.arg = "i", .file = "x"}, o).status == 0);
        }
}

TEST(alone_it_is_the_program)
{
    build();
    char command[600];
    snprintf(command, sizeof command, "%s k", made.program);
    CHECK(system(command) == 0);
    CHECK(system(made.program) == 50 << 8);
}
