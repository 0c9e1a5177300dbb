/* proved */
int main(void)
{
    int x = 0;
    while (x < 100)
        x += 3;
    assert(x <= 102);
}
