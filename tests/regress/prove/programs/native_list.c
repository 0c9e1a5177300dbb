// RUN: prove --timeout 20
// OUT: ^violated$
// A list on the heap, and a key that a comparison tells.
extern void *malloc(unsigned long);
struct node {
    int key;
    struct node *next;
};
int main(void)
{
    struct node *head = 0;
    while (unknown()) {
        struct node *n = malloc(sizeof *n);
        n->key = unknown();
        n->next = head;
        head = n;
    }
    for (struct node *n = head; n; n = n->next)
        assert(n->key != 123456);
}
