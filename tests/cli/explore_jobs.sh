# Searches beside each other; numbers that have to grow; threads; the budget of one question.
. "$ROOT/tests/frame.sh"
cc=$BUILD/tandem-cc

cat >port.c <<'END2'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void)
{
    char line[64];
    long port = 0;
    while (fgets(line, sizeof line, stdin))
        if (!strncmp(line, "port ", 5))
            port = strtol(line + 5, NULL, 10);
    if (port < 1 || port > 70000)
        return 1;
    if (port == 65999)
        abort();
    return 0;
}
END2
run "$cc" -g -o port port.c
finds() { # NAME OPTIONS...: explores the program until the number is found
    name=$1
    shift
    rm -rf out.d
    run "$TANDEM" explore --sym-stdin 32 --for 30 --seed 3 -q --no-asan --stop-at-first -o out.d "$@" ./port
    ends "$name" 0
    if cat out.d/findings/*/stdin 2>/dev/null | grep -aq 'port *+*0*65999'; then pass "$name-grows"; else
        fail "$name-grows" "$(cat out.d/tests/*/stdin | tr -c 'a-z0-9 \n' '?')"; fi
}
finds one
finds two --jobs 2
if [ -d out.d/jobs/1/tests ] && [ ! -d out.d/jobs/2 ]; then pass a-folder-for-each; else fail a-folder-for-each "$(ls out.d/jobs)"; fi
run "$TANDEM" explore --jobs 0 ./port
ends no-jobs 2
run "$TANDEM" explore --sym-stdin 8 --for 0 --count 3 --fuzz-budget 10 --no-asan -q --json -o budget.d ./port
ends budget 0
run "$TANDEM" explore --fuzz-budget many ./port
ends wrong-budget 2

cat >threads.c <<'END2'
#include <pthread.h>
#include <stdio.h>
static void *idle(void *x) { return x; }
int main(void)
{
    pthread_t t;
    int c = getchar();
    if (pthread_create(&t, NULL, idle, NULL) || pthread_join(t, NULL))
        return 1;
    return c == 'x';
}
END2
run "$cc" -o threads threads.c -lpthread
run "$TANDEM" explore --sym-stdin 4 --for 0 --count 3 --no-asan -o threads.d ./threads
says threads-are-named 0 err 'starts threads: only the one that runs main is traced'
