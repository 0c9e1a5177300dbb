/* proved */
#define ONE(k)        \
    if (unknown()) {  \
        x += (k);     \
        y += (k) + 1; \
    }
#define FIVE(k) ONE(k) ONE(k + 1) ONE(k + 2) ONE(k + 3) ONE(k + 4)
int main(void)
{
    int x = 0, y = 0;
    while (unknown()) {
        FIVE(1)
        FIVE(6)
        FIVE(11)
        FIVE(16)
        FIVE(21)
        FIVE(26)
        FIVE(31)
        FIVE(36)
        FIVE(41)
        FIVE(46)
    }
    assert(y >= x);
}
