/* proved */
int main(void)
{
    int x = unknown(), y = x;
    if (x < 0)
        y = -x;
    assert(y >= 0);
}
