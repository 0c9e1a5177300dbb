/* violated machine */
int main(void)
{
    unsigned n = unknown(), i = n;
    while (unknown())
        i--;
    assert(i <= n);
}
