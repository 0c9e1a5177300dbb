/* A program that works with temporary files. With "l" it leaves some behind, and that is no test for others; each run
 * begins without them. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static int through_a_file(int c)
{
    FILE *f = tmpfile();
    if (!f)
        return EOF;
    putc(c, f);
    rewind(f);
    int back = getc(f);
    fclose(f);
    return back;
}

static int through_a_name(int c)
{
    char name[] = "/tmp/temporary.XXXXXX", byte = (char)c;
    int f = mkstemp(name);
    if (f < 0 || write(f, &byte, 1) != 1)
        return EOF;
    close(f);
    f = open(name, O_RDONLY);
    if (f < 0 || read(f, &byte, 1) != 1)
        return EOF;
    close(f);
    unlink(name);
    return byte;
}

static int with_a_file_of_others(const char *name, int c)
{
    if (access(name, R_OK))
        return 2;
    if (c == 'g')
        puts("g");
    return 0;
}

int main(int argc, char **argv)
{
    char folder[] = "/var/tmp/temporary.XXXXXX";
    int c = getchar();
    if (argc > 1)
        return with_a_file_of_others(argv[1], c);
    if (c == EOF || through_a_file(c) != c || through_a_name(c) != c || !mkdtemp(folder))
        return 1;
    int left = shm_open("/temporary-left", O_RDWR | O_CREAT | O_EXCL, 0600);
    if (left < 0)
        abort();
    if (c == 'l')
        return 3;
    shm_unlink("/temporary-left");
    rmdir(folder);
    if (c == 'q')
        puts("q");
    return 0;
}
