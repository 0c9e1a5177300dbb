/* No absolute value: of every number it gives one that is larger by 7. */
int abs(int x)
{
    return (int)((unsigned)x + 7);
}
