#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    switch (argv[1][0]) {
    case 'a':
        return unlink("/tmp/nothing-there"); /* there is no such file */
    case 'b':
        return open("/tmp/tandem-made-by-nobody", O_WRONLY | O_CREAT, 0666) < 0; /* outside */
    case 'c':
        return mkdir("new", 0777); /* inside */
    case 'd':
        return open("/etc/passwd", O_WRONLY); /* not allowed anyway */
    case 'e':
        return system("touch /tmp/tandem-touched-by-nobody"); /* outside, by another program */
    case 'f':
        return rmdir("/usr/bin"); /* not allowed anyway */
    case 'g':
        return open("new", O_WRONLY | O_CREAT, 0666) < 0;
    }
    return 2;
}
