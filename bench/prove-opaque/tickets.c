/* Each call gives another number. */
extern int next_ticket(void);
int main(void)
{
    int first = next_ticket(), calls = 1, same = 0;
    while (calls < 20) {
        int t = next_ticket();
        calls++;
#ifdef FALSE
        if (t == 13)
            same++;
#else
        if (t > 0 && t < 0)
            same++;
#endif
    }
    assert(same == 0 && calls == 20);
}
