// RUN: prove --int-model machine
// OUT: ^violated
// True of ideal integers, and false of those of the machine.
int main(void)
{
    unsigned x = unknown(), y = x;
    for (int i = 0; i < 4; i++)
        y = y + 1;
    assert(y > x);
}
