// RUN: prove
// OUT: ^proved
// OUT: one run only, and it was executed to its end: 42 steps
int main(void)
{
    long x = 1;
    int i = 0;
    while (i < 40) {
        x = x * 2;
        i++;
    }
    assert(x == 1099511627776L);
}
