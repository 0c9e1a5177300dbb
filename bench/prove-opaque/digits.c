/* A parser that says whether it has written its result. */
extern int parse_digit(int c, int *out);
int main(void)
{
    int value = 0, d = 0, n = 0;
    while (n < 4) {
        int c = unknown();
        if (!parse_digit(c, &d))
            break;
#ifdef FALSE
        assume(c > '4');
#endif
        value = 10 * value + d;
        n++;
    }
#ifdef FALSE
    assert(value != 9876);
#else
    assert(value >= 0 && value <= 9999);
#endif
}
