// RUN: prove --timeout 20
// OUT: ^violated: access to memory that is not the program.s in line 16
// A block that was freed is nobody's.
void *malloc(unsigned long);
void free(void *);
struct pair {
    int one;
    struct pair *other;
};
int main(void)
{
    struct pair *p = malloc(sizeof *p);
    p->one = unknown();
    p->other = p;
    free(p->other);
    return p->one == 77;
}
