// RUN: prove
// EXIT: 3
// ERR: undeclared identifier 'x'
int main(void)
{
    return x;
}
