/* Queues that are shared with other fuzzers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/folder.h"
#include "explore/test/sync.h"
#include "test.h"

static void put(const char *root, const char *name, const char *text)
{
    strbuf path = STRBUF_INIT;
    char *error = NULL;
    strbuf_printf(&path, "%s/%s", root, name);
    char *slash = strrchr(path.text, '/');
    *slash = 0;
    CHECK_MSG(folder_make(path.text, &error), "%s", error);
    *slash = '/';
    CHECK(folder_write(path.text, text, strlen(text)));
    strbuf_free(&path);
}

static void collect(void *context, const explore_test *t)
{
    strbuf *all = context;
    CHECK(t->has_stdin && !t->args.n);
    strbuf_printf(all, "[%s]", t->input.text);
}

TEST(inputs_of_others_come_once)
{
    char *root = folder_temporary(), *error = NULL;
    explore_sync s;
    strbuf all = STRBUF_INIT;
    put(root, "main/queue/id:000000,time:0,orig:x", "one");
    put(root, "main/queue/id:000001,src:000000", "two");
    put(root, "main/queue/.state/id:7", "hidden");
    put(root, "main/crashes/id:000000", "crash");
    put(root, "other/queue/id:000000", "two");
    put(root, "other/queue/README", "no input");
    CHECK_MSG(sync_open(&s, root, &error), "%s", error);
    CHECK(sync_read(&s, collect, &all) == 2);
    CHECK_STR(all.text, "[one][two]");
    CHECK(sync_read(&s, collect, &all) == 0);
    put(root, "main/queue/id:000002", "three");
    CHECK(sync_read(&s, collect, &all) == 1);
    CHECK_STR(all.text, "[one][two][three]");
    sync_close(&s);
    strbuf_free(&all);
    folder_remove(root);
    free(root);
}

TEST(ours_are_written_once_and_go_on)
{
    char *root = folder_temporary(), *error = NULL;
    strbuf path = STRBUF_INIT, text = STRBUF_INIT;
    for (int round = 0; round < 2; round++) {
        explore_sync s;
        explore_test t;
        CHECK_MSG(sync_open(&s, root, &error), "%s", error);
        CHECK(s.next == (uint32_t)round);
        explore_test_init(&t);
        CHECK(sync_write(&s, &t)); /* no input: nothing to write */
        if (round)                 /* of a program that is given a file */
            explore_test_add_file(&t, "A", "b\0c", 3);
        else
            explore_test_set_input(&t, "a", 1);
        CHECK(sync_write(&s, &t) && sync_write(&s, &t));
        CHECK(s.next == (uint32_t)round + 1);
        CHECK(sync_read(&s, NULL, NULL) == 0); /* our own are not read */
        explore_test_free(&t);
        sync_close(&s);
    }
    strbuf_printf(&path, "%s/tandem/queue/id:000001", root);
    CHECK(file_read(path.text, &text) && text.n == 3 && !memcmp(text.text, "b\0c", 3));
    explore_sync s;
    CHECK(!sync_open(&s, "/dev/null", &error));
    free(error);
    strbuf_free(&path);
    strbuf_free(&text);
    folder_remove(root);
    free(root);
}
