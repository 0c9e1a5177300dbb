// RUN: prove
// OUT: ^violated
// A loop that an input ends has to stay for 200 steps.
int main(void)
{
    int x = 0;
    while (unknown())
        x++;
    assert(x < 200);
}
