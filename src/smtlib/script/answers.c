#include "smtlib/script/answers.h"

#include <string.h>

static const char *const names[] = {"none", "sat", "unsat", "unknown"};

const char *answer_name(answer a)
{
    return names[a];
}

bool answer_read(const char *word, size_t n, answer *a)
{
    for (answer i = ANSWER_SAT; i <= ANSWER_UNKNOWN; i++)
        if (strlen(names[i]) == n && !memcmp(names[i], word, n)) {
            *a = i;
            return true;
        }
    return false;
}

static bool is_word(const char *line, size_t n, const char *word)
{
    return strlen(word) == n && !memcmp(line, word, n);
}

void answers_read(answers *a, const char *text)
{
    *a = (answers){0};
    for (; *text; text += *text == '\n') {
        text += strspn(text, " \t\r");
        const char *line = text;
        size_t whole = strcspn(text, "\n"), n = whole;
        while (n && (line[n - 1] == ' ' || line[n - 1] == '\t' || line[n - 1] == '\r'))
            n--;
        answer one;
        if (answer_read(line, n, &one)) {
            if (a->error)
                a->after++;
            else
                vec_push(&a->list, (uint8_t)one);
        } else if (n >= 6 && !memcmp(line, "(error", 6)) {
            /* what comes after an answer, such as a get-model without a model, takes nothing back;
             * of several checks, those behind the error are lost */
            a->error = a->error ? a->error : line;
        } else if (is_word(line, n, "timeout")) {
            a->timeout = true;
        }
        text += whole;
    }
}
