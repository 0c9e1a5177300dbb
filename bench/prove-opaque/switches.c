/* Whatever a switch says, only one of two counters grows. */
extern int toggle(void);
int main(void)
{
    int on = 0, off = 0, n = 0, *which;
    while (unknown()) {
        if (toggle())
            which = &on;
        else
            which = &off;
        *which = *which + 1;
        n++;
    }
#ifdef FALSE
    assert(on - off < 1 || n < 7);
#else
    assert(on + off == n);
#endif
}
