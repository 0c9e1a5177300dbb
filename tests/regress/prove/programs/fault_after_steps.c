// RUN: prove
// OUT: ^violated
int main(void)
{
    int x = 0, y = 0;
    while (y < 20) {
        x += 3;
        y++;
    }
    assert(x != 60);
}
