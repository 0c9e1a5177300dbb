/* proved machine */
struct point {
    int x, y;
};
int main(void)
{
    struct point p = {0, 10}, q;
    while (p.x < 10) {
        q = p;
        p.x = q.x + 1;
        p.y = q.y - 1;
    }
    assert(p.y == 0);
}
