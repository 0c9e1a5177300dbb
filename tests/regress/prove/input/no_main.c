// RUN: prove
// EXIT: 3
// ERR: there is no function 'main'
int f(void)
{
    return 1;
}
