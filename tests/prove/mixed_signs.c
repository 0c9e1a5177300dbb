/* unknown */
int main(void)
{
    int x = unknown();
    unsigned u = x;
    while (u > 10)
        u--;
    x = x + 1;
    assert(u <= 10);
}
