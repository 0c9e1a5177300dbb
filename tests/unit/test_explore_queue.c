/* Tests that wait to be traced: which goes when there is no room. */
#include <string.h>

#include "explore/search/queue.h"
#include "test.h"

static queue_entry *add(explore_queue *q, const char *argument)
{
    explore_test t;
    explore_test_init(&t);
    explore_test_add_arg(&t, argument, strlen(argument));
    queue_entry *e = queue_add(q, &t, 0, 0);
    explore_test_free(&t);
    return e;
}

TEST(what_is_worked_on_stays)
{
    explore_limits few = explore_limits_default;
    few.queue_entries = 1;
    explore_queue q;
    queue_init(&q, EXPLORE_COVERAGE, 1, &few);
    add(&q, "first");
    queue_entry *e = queue_choose(&q);
    CHECK(e != NULL);
    e->tries++; /* traced, and it brought nothing: the first to go, were it not in use */
    for (int i = 0; i < 3; i++)
        add(&q, "other")->exhausted = true;
    CHECK(q.entries.n == 2);
    CHECK(q.entries.at[0] == e && !strcmp(e->test.args.at[0].text, "first"));
    e->exhausted = true;
    CHECK(!queue_choose(&q));
    add(&q, "last");
    CHECK(q.entries.n == 2 && !strcmp(q.entries.at[0]->test.args.at[0].text, "other"));
    queue_free(&q);
}
