/* What program.c only runs. */
int unlock(void)
{
    return 0;
}
