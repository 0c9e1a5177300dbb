/* A struct behind a pointer is changed by code. */
struct point {
    int x, y;
};
extern void advance(struct point *p, int steps);
int main(void)
{
    struct point p = {0, 0}, *here = &p;
    int i = 0, n = unknown();
    assume(n >= 0 && n < 100000);
    while (i < n) {
        advance(here, i % 3);
        i++;
    }
#ifdef FALSE
    assert(here->x + p.y == 0 && p.x != 30);
#else
    assert(here->x + p.y == 0);
#endif
}
