/* proved machine */
int main(void)
{
    int x = -1;
    unsigned u = 0;
    while (unknown()) {
        u = x;
        x = -1;
    }
    assert(u == 0 || u == 4294967295u);
}
