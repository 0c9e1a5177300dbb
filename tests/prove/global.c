/* proved */
int level = 3;
static void up(void)
{
    level = level + 1;
}
int main(void)
{
    while (unknown())
        up();
    assert(level >= 3);
}
