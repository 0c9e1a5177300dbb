// RUN: prove --check '99: i <= 10'
// EXIT: 2
// ERR: no loop begins in line 99
int main(void)
{
    int i = 0;
    while (i < 10)
        i = i + 1;
    assert(i == 10);
}
