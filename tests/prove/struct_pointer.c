/* proved */
struct pair {
    int x;
    unsigned char y;
};
static void swing(struct pair *p)
{
    p->x = 1 - p->x;
    p->y = p->x;
}
int main(void)
{
    struct pair p = {0, 0};
    while (unknown())
        swing(&p);
    assert(p.y <= 1);
}
