/* proved */
int main(void)
{
    int n = unknown(), i, j, k = 0;
    assume(n >= 0);
    for (i = 0; i < n; i++)
        k++;
    for (j = 0; j < n; j++) {
        i = unknown();
        k--;
    }
    assert(k == 0);
}
