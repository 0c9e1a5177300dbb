/* proved */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond)
{
    if (!cond) {
    ERROR: {
        reach_error();
        abort();
    }
    }
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (!(x > 0))
        return 0;
    while (x < 1000)
        x++;
    __VERIFIER_assert(x > 0);
    return 0;
}
