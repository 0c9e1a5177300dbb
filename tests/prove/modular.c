/* proved */
int main(void)
{
    int x = 1;
    while (unknown())
        x = x + 6;
    assert(x % 3 == 1 || x % 3 == -2);
    assert(x != 2);
}
