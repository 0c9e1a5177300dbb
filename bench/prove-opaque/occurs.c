/* Letters are counted while they are written. */
extern int occurrences(const char *s, char c);
int main(void)
{
    char s[6] = {0, 0, 0, 0, 0, 0};
    int n = 0, written = 0;
    while (n < 5) {
        int c = unknown();
        if (c == 1) {
            s[n] = 'a';
            written++;
        } else {
            s[n] = 'b';
        }
        n++;
    }
#ifdef FALSE
    assert(occurrences(s, 'a') < 4);
#else
    assert(occurrences(s, 'a') == written);
#endif
}
