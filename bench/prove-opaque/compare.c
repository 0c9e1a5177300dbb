/* opaque: memcmp. A copy that is kept in step. */
extern int memcmp(const void *a, const void *b, unsigned long n);
int main(void)
{
    unsigned char x[4] = {0, 0, 0, 0}, y[4] = {0, 0, 0, 0};
    int at = 0;
    while (unknown()) {
        x[at] = x[at] + 1;
#ifdef FALSE
        if (x[at] != 5)
#endif
            y[at] = y[at] + 1;
        at = at == 3 ? 0 : at + 1;
        assert(memcmp(x, y, 4) == 0);
    }
}
