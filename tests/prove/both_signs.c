/* proved machine */
int main(void)
{
    int i = unknown(), n = 0;
    assume(i < 0 && i > -100);
    unsigned u = i;
    while (n < 1000 && u > 4000000000u)
        n++;
    assert(n == 1000);
}
