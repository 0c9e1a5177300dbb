/* opaque: strlen. A text never grows beyond its buffer. */
extern unsigned long strlen(const char *s);
int main(void)
{
    char text[8] = "";
    int i = 0;
    while (unknown() && i < 7) {
        text[i] = 'x';
        i++;
#ifndef FALSE
        text[i] = 0;
#endif
    }
    assert((int)strlen(text) == i);
#ifdef FALSE
    text[i > 2 ? 2 : i] = 0;
    assert((int)strlen(text) == i);
#endif
}
