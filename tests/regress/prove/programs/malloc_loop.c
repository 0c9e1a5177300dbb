// RUN: prove --int-model machine
// OUT: ^violated$
// Two pieces of memory by one call: they are not one object.
extern void *malloc(unsigned long);
int main(void)
{
    int *a = 0, *b = 0;
    for (int i = 0; i < 2; i++) {
        b = a;
        a = malloc(4);
        *a = i;
    }
    assert(*b == 1);
}
