/* proved machine */
int main(void)
{
    unsigned char from[6], to[6];
    int i;
    for (i = 0; i < 6; i++)
        to[i] = from[i];
    assert(to[4] == from[4]);
}
