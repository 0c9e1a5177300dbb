/* Tests on disk, and the host's side of part 4 of runtime/abi.h against a target written by hand:
 * it speaks the protocol and does what its first argument says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/folder.h"
#include "made_target.h"
#include "test.h"

static const char FAKE[] =
    "#define _GNU_SOURCE\n"
    "#include <errno.h>\n#include <fcntl.h>\n#include <pthread.h>\n#include <signal.h>\n"
    "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/mman.h>\n"
    "#include \"runtime/abi.h\"\n"
    "static void *spin(void *x) { for (;;) usleep(1000); return x; }\n"
    "static int act(tandem_shared *s) {\n"
    "  char *at = s->request.data + strlen(s->request.data) + 1, *what = at;\n"
    "  for (uint32_t i = 1; i < s->request.argc + s->request.n_env + 2 * s->request.n_files; i++)\n"
    "    at += strlen(at) + 1;\n"
    "  char *cwd = at, *input = at + strlen(at) + 1;\n"
    "  s->coverage[0]++;\n"
    "  if (chdir(cwd)) return 90;\n"
    "  close(0); if (open(input, O_RDONLY) != 0) return 91;\n"
    "  if (!strcmp(what, \"cat\")) { char c = 0; if (read(0, &c, 1) != 1) c = 'n'; return c; }\n"
    "  if (!strcmp(what, \"file\")) { int f = open(\"A\", O_RDWR); char c = 0;\n"
    "    return f < 0 || read(f, &c, 1) != 1 ? 92 : c; }\n"
    "  if (!strcmp(what, \"left\")) return open(\"left\", O_CREAT | O_EXCL | O_WRONLY, 0) < 0;\n"
    "  if (!strcmp(what, \"folders\")) { mkdir(\"a\", 0700); mkdir(\"a/b\", 0); chmod(\"a\", 0); "
    "chmod(\".\", 0); return 0; }\n"
    "  if (!strcmp(what, \"loop\")) for (;;) ;\n"
    "  if (!strcmp(what, \"crash\")) raise(SIGSEGV);\n"
    "  if (!strcmp(what, \"abort\")) { s->finding = TANDEM_FINDING_ASSERT; abort(); }\n"
    "  if (!strcmp(what, \"parent\")) { kill(getppid(), SIGKILL); pause(); }\n"
    "  if (!strcmp(what, \"all\")) { kill(-1, SIGKILL); pause(); }\n"
    "  if (!strcmp(what, \"fork\")) { if (!fork()) { setsid(); for (;;) { int f = open(\"late\", "
    "O_CREAT | O_WRONLY, 0666); close(f); usleep(1000); } } return 3; }\n"
    "  if (!strcmp(what, \"bomb\")) for (;;) fork();\n"
    "  if (!strcmp(what, \"late\")) { usleep(20000); return !access(\"late\", F_OK); }\n"
    "  if (!strcmp(what, \"thread\")) { pthread_t t; pthread_create(&t, 0, spin, 0); return 4; }\n"
    "  if (!strcmp(what, \"outside\")) { int bad = 0; const char *p[] = {\"/tmp/tandem_outside\", "
    "\"/dev/shm/tandem_outside\", \"/var/tmp/tandem_outside\"};\n"
    "    for (int i = 0; i < 3; i++) bad += open(p[i], O_CREAT | O_WRONLY, 0666) >= 0;\n"
    "    return bad; }\n"
    "  if (!strcmp(what, \"disk\")) { static char b[1 << 16]; for (int i = 0; i < 100000; i++) { "
    "char n[20]; sprintf(n, \"f%d\", i); int f = open(n, O_CREAT | O_WRONLY, 0600); if (f < 0) "
    "return 5; for (int k = 0; k < 64; k++) if (write(f, b, sizeof b) < 0) return 5; close(f); } "
    "return 6; }\n"
    "  if (!strcmp(what, \"lie\")) { memset(s, 255, sizeof *s); ftruncate(3, 0); return 7; }\n"
    "  return 0;\n"
    "}\n"
    "int main(void) {\n"
    "  int shared = atoi(getenv(\"TANDEM_SHARED\")), c = atoi(getenv(\"TANDEM_CONTROL\"));\n"
    "  struct stat i; fstat(shared, &i);\n"
    "  tandem_shared *s = mmap(0, i.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);\n"
    "  s->n_guards = 2;\n"
    "  s->abi = TANDEM_ABI; s->size_of_this = sizeof *s;\n"
    "  tandem_message m = {.command = TANDEM_HELLO};\n"
    "  send(c, &m, sizeof m, 0);\n"
    "  while (recv(c, &m, sizeof m, 0) == sizeof m && m.command == TANDEM_RUN) {\n"
    "    pid_t p = fork();\n"
    "    if (!p) { setpgid(0, 0); exit(act(s)); }\n"
    "    setpgid(p, p);\n"
    "    m = (tandem_message){.command = TANDEM_STARTED, .pid = p}; send(c, &m, sizeof m, 0);\n"
    "    waitpid(p, &m.status, 0); m.command = TANDEM_ENDED; send(c, &m, sizeof m, 0);\n"
    "  }\n"
    "  return 0;\n"
    "}\n";

static made_target made;

/* One for all cases. */
static explore_target *fake(void)
{
    return made_target_get(&made, FAKE, "-lpthread", (target_config){.seconds = 0.3});
}

static target_result run(const char *what, const char *input, const char *file)
{
    fake();
    return made_target_run(&made, (made_input){.arg = what, .input = input, .file = file},
                           (target_options){0});
}

static void check_exit(const char *what, int code)
{
    target_result r = run(what, NULL, NULL);
    CHECK_MSG(r.outcome == TARGET_EXITED && r.status == code, "%s: outcome %d, status %d", what,
              r.outcome, r.status);
}

TEST(runs)
{
    check_exit("nothing", 0);
    target_result r = run("cat", "x", NULL);
    CHECK(r.outcome == TARGET_EXITED && r.status == 'x');
    CHECK(r.n_guards == 2 && r.coverage[0] == 1 && !r.coverage[1]);
    CHECK(run("cat", NULL, NULL).status == 'n');
    CHECK(run("file", NULL, "y").status == 'y');
    CHECK(run("file", NULL, NULL).status == 92);
}

TEST(each_run_has_a_fresh_folder)
{
    check_exit("left", 0);
    check_exit("left", 0);
    check_exit("folders", 0);
    check_exit("left", 0);
}

TEST(ends_are_told_apart)
{
    CHECK(run("loop", NULL, NULL).outcome == TARGET_HUNG);
    target_result r = run("crash", NULL, NULL);
    CHECK(r.outcome == TARGET_SIGNALED && r.status == SIGSEGV && !r.finding);
    r = run("abort", NULL, NULL);
    CHECK(r.outcome == TARGET_SIGNALED && r.finding == TANDEM_FINDING_ASSERT);
    check_exit("thread", 4);
}

TEST(killing_the_server_costs_a_restart)
{
    uint64_t restarts = target_restarts(fake());
    CHECK(run("parent", NULL, NULL).outcome == TARGET_LOST);
    check_exit("nothing", 0);
    CHECK(run("all", NULL, NULL).outcome != TARGET_EXITED);
    check_exit("nothing", 0);
    CHECK(target_restarts(fake()) >= restarts + 1);
}

TEST(processes_left_behind_are_gone)
{
    check_exit("fork", 3);
    check_exit("late", 0);
    CHECK(run("bomb", NULL, NULL).outcome != TARGET_EXITED);
    check_exit("late", 0);
}

TEST(nothing_is_written_outside)
{
    check_exit("outside", 0);
    CHECK(access("/tmp/tandem_outside", F_OK));
    target_result r = run("disk", NULL, NULL);
    CHECK(r.outcome == TARGET_HUNG || r.status == 5);
    check_exit("left", 0);
}

TEST(a_liar_does_no_harm)
{
    target_result r = run("lie", NULL, NULL);
    CHECK(r.status == 7 && r.n_guards == 2 && r.finding == TANDEM_FINDING_NONE);
    check_exit("nothing", 0);
}

TEST(what_is_no_target)
{
    char *error;
    CHECK(!target_start(&(target_config){.path = "/bin/true"}, &error));
    CHECK_MSG(strstr(error, "tandem-cc"), "%s", error);
    free(error);
    CHECK(!target_start(&(target_config){.path = "/nonexistent/x"}, &error));
    free(error);
}

static void check_round_trip(const explore_test *t, bool ktest)
{
    explore_test back;
    char *error, path[600];
    fake();
    snprintf(path, sizeof path, "%s/%s", made.folder, ktest ? "t.ktest" : "t");
    CHECK(ktest ? explore_test_write_ktest(t, "prog", path) : explore_test_write(t, path));
    CHECK_MSG(explore_test_read_any(&back, path, &error), "%s", error);
    CHECK(explore_test_hash(&back) == explore_test_hash(t));
    CHECK(explore_test_size(&back) == explore_test_size(t));
    explore_test_free(&back);
}

TEST(tests_on_disk)
{
    explore_test t;
    explore_test_init(&t);
    check_round_trip(&t, false);
    explore_test_add_arg(&t, "", 0);
    explore_test_add_arg(&t, "-x\377", 3);
    explore_test_set_input(&t, "a\0b", 3);
    explore_test_add_file(&t, "A", "1\0", 2);
    explore_test_add_file(&t, "B", "", 0);
    check_round_trip(&t, false);
    check_round_trip(&t, true);
    explore_test_add_object(&t, "n", "\1\0\0\0", 4);
    check_round_trip(&t, false);
    check_round_trip(&t, true);
    explore_test_add_env(&t, "X=1", 3);
    check_round_trip(&t, false);
    explore_test_free(&t);
}

TEST(damaged_ktest_files_are_refused)
{
    char path[600], *error;
    explore_test t;
    fake();
    explore_test_init(&t);
    explore_test_add_object(&t, "name", "bytes", 5);
    snprintf(path, sizeof path, "%s/d.ktest", made.folder);
    CHECK(explore_test_write_ktest(&t, "prog", path));
    explore_test_free(&t);
    strbuf whole = STRBUF_INIT;
    CHECK(file_read(path, &whole));
    for (size_t n = 0; n < whole.n; n++) {
        CHECK(folder_write(path, whole.text, n));
        CHECK(!explore_test_read_ktest(&t, path, &error));
        free(error);
    }
    strbuf_free(&whole);
}
