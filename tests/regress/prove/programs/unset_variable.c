// RUN: prove --timeout 10
// OUT: ^violated
int main(void)
{
    int x, i = 0;
    while (i < 300)
        i++;
    assert(x != 12);
}
