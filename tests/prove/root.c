/* proved */
int main(void)
{
    int n = unknown(), a = 0, s = 1, t = 1;
    assume(n >= 0);
    while (s <= n) {
        a++;
        t += 2;
        s += t;
    }
    assert(a * a <= n);
}
