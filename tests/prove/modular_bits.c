/* proved machine */
int main(void)
{
    unsigned x = 5;
    while (unknown())
        x = 3 * x + 2; /* stays odd, around every overflow */
    assert(x % 2 == 1);
}
