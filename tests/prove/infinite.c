/* proved */
/* A loop that never ends: what comes after it is not reached. */
int main(void)
{
    int x = 1;
    while (x > 0)
        x = 1;
    assert(0);
}
