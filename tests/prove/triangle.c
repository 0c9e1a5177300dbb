/* proved */
int main(void)
{
    int n = unknown(), i, j, s = 0;
    assume(n >= 0);
    for (i = 0; i < n; i++) {
        for (j = 0; j < 2; j++)
            s++;
    }
    assert(s == 2 * i);
}
