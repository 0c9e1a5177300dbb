/* violated */
int main(void)
{
    int x = unknown();
    assume(x < 0);
    while (unknown())
        x = x / 2;
    assert(x < 0);
}
