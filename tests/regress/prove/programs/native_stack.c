// RUN: prove --timeout 20
// OUT: ^violated: access to memory that is not the program.s in line 13
// OUT: input: unknown[(][)] = 9 in line 9
// A local array is left through a pointer: red zones lie around it, and the C library's functions heed them.
char *strcpy(char *to, const char *from), *strcat(char *to, const char *from);
int main(void)
{
    char name[10] = "", *all = name;
    int n = unknown();
    assume(n >= 0 && n < 10);
    for (int i = 0; i < n; i++)
        strcat(all, "x");
    strcat(all, "y");
    assert(name[0]);
}
