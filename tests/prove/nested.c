/* proved */
int main(void)
{
    int n = unknown(), i, j, k = 0;
    assume(n > 0);
    for (i = 0; i < n; i++)
        for (j = i; j < n; j++) {
            assert(j >= 0);
            k++;
        }
    assert(k >= 0);
}
