/* proved */
int main(void)
{
    int a[4], i = 0, n = unknown();
    while (i < n) { /* a run that leaves the array ends there */
        a[i] = 1;
        i++;
    }
    assert(i <= 4 || i > n || i == n);
}
