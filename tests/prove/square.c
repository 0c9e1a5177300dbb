/* proved */
int main(void)
{
    int n = unknown(), i = 0, s = 0;
    assume(n >= 0);
    while (i < n) {
        s = s + 2 * i + 1;
        i = i + 1;
    }
    assert(s == n * n);
}
