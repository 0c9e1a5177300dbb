/* proved */
int measure(int);
int main(void)
{
    int i = 0;
    while (i < 5)
        i += measure(i);
    assert(i >= 5);
}
