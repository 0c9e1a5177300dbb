/* Functions that share a state which nobody else sees. */
extern void fill(int litres);
extern int drain(void);
int main(void)
{
    int i = 0, out = 0, kept = 0;
    while (i < 8) {
        fill(i);
        if (i == 5) {
            out = drain();
            kept++;
        }
        i++;
    }
#ifdef FALSE
    assert(out != 15);
#else
    assert(kept == 1 && i == 8);
#endif
}
