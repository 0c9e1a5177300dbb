// RUN: prove
// OUT: ^violated
// OUT: inputs: argc = 3
extern int printf(const char *, ...);
int main(int argc, char **argv)
{
    int i = 0;
    while (i < argc)
        i++;
    printf("%d arguments\n", argc);
    assert(i >= 0);
    assert(i != 3);
}
