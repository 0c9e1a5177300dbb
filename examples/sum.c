/* What `tandem prove` finds out about a loop: s == 2 * i. */
int main(void)
{
    int n = unknown(), i = 0, s = 0;
    assume(n >= 0);
    while (i < n) {
        s += 2;
        i++;
    }
    assert(s == 2 * n);
}
