/* A text is changed in place. */
extern void upper(char *s);
int main(void)
{
    char s[4];
    int i = 0;
    while (i < 3) {
        int c = unknown();
        assume(c >= 'a' && c <= 'z');
        s[i] = (char)c;
        i++;
    }
    s[3] = 0;
    upper(s);
#ifdef FALSE
    assert(!(s[0] == 'A' && s[1] == 'N' && s[2] == 'D'));
#else
    assert(s[0] >= 'A' && s[0] <= 'Z' && s[3] == 0);
#endif
}
