// RUN: prove
// OUT: ^proved
int main(void)
{
    int n = unknown(), s = 0, i = 0;
    assume(0 <= n && n <= 100);
    while (i < n) {
        s = s + 2;
        i = i + 1;
    }
    assert(s == 2 * n);
}
