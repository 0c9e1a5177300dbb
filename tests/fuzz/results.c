#include "fuzz/targets.h"
#include "report/highlight.h"
#include "report/run.h"

void fuzz_results_one(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size);
    json_tree t;
    report_run r = {.job = ""};
    strbuf page = STRBUF_INIT;
    if (json_tree_read(&t, text, strlen(text))) {
        MUST(t.nodes.n > 1);
        PLANTED(json_tree_number(&t, json_tree_member(&t, 1, "seed")) == 42);
        json_tree_free(&t);
    }
    report_run_json(&r, text, strlen(text));
    highlight_smt(&page, text);
    MUST(!strstr(page.text, "<script") && !strstr(page.text, "<b"));
    strbuf_free(&page);
    report_run_free(&r);
    free(text);
}
