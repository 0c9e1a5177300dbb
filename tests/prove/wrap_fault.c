/* violated */
int main(void)
{
    unsigned u = unknown();
    u = u + 1;
    while (u > 5)
        u = u / 2;
    assert(u > 0);
}
