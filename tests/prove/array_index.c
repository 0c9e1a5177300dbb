/* violated */
int main(void)
{
    int a[4], i = 0, n = unknown();
    while (i < n) { /* leaves the array if n is larger than 4 */
        a[i] = 1;
        i++;
    }
    assert(i <= 4 || i > n || i == n);
}
