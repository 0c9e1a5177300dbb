/* violated */
int main(void)
{
    int n = unknown(), i = 0;
    while (i < n)
        i++;
    assert(i == n);
}
