#include "unlisted.h"

#include "reach.h"

static int twice(int number)
{
    return 2 * number;
}

int main(int argc, char **argv)
{
    struct u_list list = {0, 1};
    struct u_pair pair;
    unsigned char digest[4] = {0};
    int value;
    if (argc < 2)
        REACH(0);
    const char *text = argv[1];
    switch (text[0]) {
    case 'd':
        if (!u_decode(text + 1, &value) && value == 5000)
            REACH(1);
        break;
    case 'g':
        u_digest((const unsigned char *)text + 1, 4, digest);
        if (digest[0] == 0x72 && digest[1] == 0x48 && digest[3] == 0xb4)
            REACH(2);
        break;
    case 's':
        u_split(text[1], &pair);
        if (pair.low == 9 && pair.high == 5)
            REACH(3);
        break;
    case 'h':
        if (u_heap(text + 1) == 321)
            REACH(4);
        break;
    case 'm':
        if (u_mix(text[1]) == u_mix('k'))
            REACH(5);
        break;
    case 'f':
        if (u_first(text + 1) == 3 * 'x' + 'y')
            REACH(6);
        break;
    case 'x':
        if (u_half(text[1]) == 40.5)
            REACH(7);
        break;
    case 'C': /* none of these is a closed box */
        if (u_counter(text[1]) == 'Q' || u_log(text[1]) == 7 || u_clock(text[1]) == 7 ||
            u_leak(text[1]) == -7 || u_walk(&list, text[1]) == -7 ||
            u_apply(twice, text[1]) == -7 || u_sum(1, text[1]) == -7)
            REACH(8);
        break;
    case 'S': /* this one is taken for a box until it shows that it is none */
        if (u_sometimes(text[1] & 127) == 'Z')
            REACH(9);
        break;
    }
    REACH(10);
}
