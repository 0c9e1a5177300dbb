// RUN: prove --check 'j <= 10'
// EXIT: 2
// ERR: no variable of the program at 'j <= 10'
int main(void)
{
    int i = 0;
    while (i < 10)
        i = i + 1;
    assert(i == 10);
}
