/* unknown */
int down(int n)
{
    return n > 0 ? down(n - 1) : n;
}
int main(void)
{
    assert(down(unknown()) <= 0);
}
