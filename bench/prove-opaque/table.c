/* Code behind a function pointer, and a float among its arguments. */
extern int double_of(int x);
extern int same_of(int x);
extern int scale(int x, float by);
int main(void)
{
    int (*f)(int) = unknown() ? double_of : same_of;
    int x = 1, y = 1, i = 0;
    while (i < 10) {
        x = f(x);
        y = f(y);
        i++;
    }
#ifdef FALSE
    assert(scale(x, 0.5f) != 512);
#else
    assert(x == y);
#endif
}
