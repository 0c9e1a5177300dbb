// RUN: prove --check 's == i * 3 && i <= n && 2 * s + 3 * t == 21'
// OUT: ^proved
int main(void)
{
    int n = unknown(), i = 0, s = 0, t = 7;
    assume(n >= 0);
    for (; i < n; i++) {
        s += 3;
        t -= 2;
    }
    assert(2 * s + 3 * t == 21);
}
