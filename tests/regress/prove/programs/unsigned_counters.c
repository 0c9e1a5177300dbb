// RUN: prove
// ONCE: nearly all of it is the time of z3.
// OUT: ^proved
int main(void)
{
    unsigned n = unknown(), i = 0, j = 0, l = 0;
    assume(n <= 1000);
    while (l < n) {
        if (l % 2 == 0)
            i = i + 1;
        else
            j = j + 1;
        l = l + 1;
    }
    assert(i + j == l);
}
