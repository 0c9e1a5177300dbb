/* violated machine */
int main(void)
{
    int i = unknown(), n = 0;
    assume(i < 0 && i > -100);
    unsigned u = i;
    while (n < 10 && u > 100u)
        n++;
    assert(n < 10);
}
