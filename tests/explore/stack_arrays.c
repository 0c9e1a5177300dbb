/* A number of bytes that depends on the input goes into arrays on the stack, of all kinds, and
 * their end is written at an index that depends on it. */
#include <setjmp.h>
#include <signal.h>
#include <string.h>

#include "reach.h"

#define OWN static __attribute__((noinline))
#define ROOM 12

static jmp_buf landing;
static const char *text;
static size_t bytes;
static volatile int right;

OWN int is_ok(const char *p)
{
    return p[0] == 'o' && p[1] == 'k' && !p[2];
}

OWN void fill(char *p)
{
    memset(p, 'z', ROOM);
}

OWN int plain(void)
{
    char copy[ROOM];
    fill(copy);
    memcpy(copy, text, bytes);
    copy[bytes] = 0;
    return is_ok(copy);
}

OWN int in_struct(void)
{
    struct {
        int before;
        char copy[ROOM];
        int behind;
    } s = {1, "", 1};
    fill(s.copy);
    memcpy(s.copy, text, bytes);
    s.copy[bytes] = 0;
    return is_ok(s.copy) && s.before == s.behind;
}

OWN int sized(int n)
{
    char copy[n];
    fill(copy);
    memcpy(copy, text, bytes);
    copy[bytes] = 0;
    return is_ok(copy);
}

/* After the inner call its array is gone, and this one's is there. */
OWN int nested(int depth)
{
    char copy[ROOM];
    fill(copy);
    int inner = depth ? nested(depth - 1) : 1;
    memcpy(copy, text, bytes);
    copy[bytes] = 0;
    return inner && is_ok(copy);
}

OWN void jump(void)
{
    char lost[2 * ROOM];
    fill(lost);
    longjmp(landing, lost[0]);
}

OWN int jumped(void)
{
    if (!setjmp(landing))
        jump();
    return plain();
}

static void handler(int number)
{
    right = plain();
}

OWN int interrupted(void)
{
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    return right;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        REACH(0);
    bytes = (size_t)argv[1][1];
    text = argv[1] + 2;
    if (bytes >= ROOM || bytes > strlen(text))
        REACH(0);
    switch (argv[1][0]) {
    case 'a':
        if (plain())
            REACH(1);
        break;
    case 'b':
        if (in_struct())
            REACH(2);
        break;
    case 'c':
        if (sized(ROOM + argc))
            REACH(3);
        break;
    case 'd':
        if (nested(3))
            REACH(4);
        break;
    case 'e':
        if (jumped())
            REACH(5);
        break;
    case 'f':
        if (interrupted())
            REACH(6);
        break;
    }
    REACH(0);
}
