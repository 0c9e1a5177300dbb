/* proved */
int main(void)
{
    int n = unknown(), i = 0, j = 0, k = 0;
    assume(n >= 0);
    while (i < n)
        i++;
    while (j < i)
        j++;
    while (k < j)
        k++;
    assert(k == n);
}
