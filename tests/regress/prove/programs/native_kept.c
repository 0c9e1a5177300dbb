// RUN: prove --timeout 20 --int-model machine --limit hunt_last=1000000 --limit hunt_more=1000000
// OUT: ^unknown: line [0-9]*: .*; no fault in [0-9]* native runs
// Memory that is the program's: blocks, texts, variables of all kinds up to their last byte, deep frames.
typedef unsigned long size_t;
void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t),
    *memset(void *, int, size_t);
void free(void *);
char *strcpy(char *, const char *), *strncat(char *, const char *, size_t), *strdup(const char *),
    *strchr(const char *, int);
size_t strlen(const char *);
int sprintf(char *, const char *, ...), snprintf(char *, size_t, const char *, ...),
    strcmp(const char *, const char *);
struct node {
    int v;
    struct node *next;
    char name[5];
};
static char text[20] = "abc";
static int table[5] = {1, 2, 3, 4, 5};
static int depth(int n)
{
    char b[13];
    memset(b, n, sizeof b);
    return n > 0 ? depth(n - 1) + b[12] : 0;
}
static int variable(int n)
{
    int v[n];
    for (int i = 0; i < n; i++)
        v[i] = i;
    return v[n - 1];
}
static int by_value(struct node s)
{
    s.name[4] = 0;
    return (int)strlen(s.name);
}
static int leaves(int n)
{
    char b[40];
    memset(b, 1, sizeof b);
    assume(n != 5);
    return b[39];
}
int main(void)
{
    int n = unknown(), s = 0;
    char buf[10], *p;
    struct node *head = 0;
    assume(n >= 1 && n <= 9);
    p = malloc((size_t)n);
    memset(p, 'x', (size_t)n - 1);
    p[n - 1] = 0;
    strcpy(buf, p);
    p = realloc(p, 2 * (size_t)n);
    strncat(p, buf, 1);
    free(p);
    for (int i = 0; i < n; i++) {
        struct node *fresh = calloc(1, sizeof *fresh);
        fresh->v = i;
        fresh->next = head;
        strcpy(fresh->name, "four");
        head = fresh;
    }
    while (head) {
        struct node *next = head->next;
        s += head->v + by_value(*head);
        free(head);
        head = next;
    }
    for (int *q = table; q != table + 5; q++)
        s += *q;
    strncat(text, buf, 16);
    sprintf(buf, "%09d", n);
    s += variable(n) + depth(n) + leaves(n) + (int)strlen(text) + (strcmp(buf, "5") == 0);
    snprintf(buf, sizeof buf, "%s-%d", text, n);
    p = strdup(buf);
    s += strchr(p, 0) != p;
    free(p);
    assert(s >= 0);
}
