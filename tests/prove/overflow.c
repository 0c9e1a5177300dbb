/* violated machine */
int main(void)
{
    int x = unknown();
    assume(x > 0);
    while (x > 0)
        x = x + x;
    assert(x == 0 || x > 0);
}
