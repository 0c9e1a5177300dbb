/* A target that means harm. What it may reach lies below the folder WHERE (a macro): a file, a
 * socket, a pipe, a process. Its argument says how; whatever comes of it is to be seen there. Run
 * outside a jail with "a" and another argument it does what a jail has to stop, and nothing worse. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

/* A file beside the others says that this got through. */
static void got(const char *what)
{
    char path[300];
    snprintf(path, sizeof path, WHERE "/got-%s", what);
    close(open(path, O_CREAT | O_WRONLY, 0666));
}

static pid_t read_pid(void)
{
    char text[20] = "";
    int f = open(WHERE "/pid", O_RDONLY);
    ssize_t n = read(f, text, sizeof text - 1);
    close(f);
    return n > 0 ? atoi(text) : 0;
}

static void change_files(void)
{
    int flags = FS_NODUMP_FL;
    got("write");
    unlink(WHERE "/victim");
    rename(WHERE "/other", WHERE "/moved");
    truncate(WHERE "/long", 0);
    close(open(WHERE "/long", O_RDONLY | O_TRUNC));
    chmod(WHERE "/long", 0777);
    utimes(WHERE "/long", (struct timeval[2]){{1, 0}, {1, 0}});
    setxattr(WHERE "/long", "user.got", "x", 1, 0);
    mkdir(WHERE "/folder", 0755);
    symlink("x", WHERE "/link");
    mknod(WHERE "/node", S_IFIFO | 0666, 0);
    link(WHERE "/long", WHERE "/hard");
    int f = open(WHERE "/long", O_RDONLY);
    ioctl(f, FS_IOC_SETFLAGS, &flags);
    fchmod(f, 0777);
    close(f);
    f = open(WHERE "/pipe", O_WRONLY | O_NONBLOCK);
    dprintf(f, "got\n");
    close(f);
    if (getenv("HOME"))
        close(open(strcat(strcpy((char[300]){0}, getenv("HOME")), "/got-home"), O_CREAT | O_RDWR,
                   0666));
}

static void use_sockets(void)
{
    static const int types[] = {SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET};
    static const char *const names[] = {WHERE "/stream", WHERE "/datagram", WHERE "/packet"};
    for (int i = 0; i < 3; i++) {
        struct sockaddr_un name = {.sun_family = AF_UNIX};
        strcpy(name.sun_path, names[i]);
        int s = socket(AF_UNIX, types[i], 0), pair[2] = {-1, -1};
        if (!connect(s, (void *)&name, sizeof name))
            send(s, "got", 3, MSG_NOSIGNAL);
        sendto(s, "got", 3, MSG_NOSIGNAL, (void *)&name, sizeof name);
        struct iovec part = {"got", 3};
        struct msghdr message = {
            .msg_name = &name, .msg_namelen = sizeof name, .msg_iov = &part, .msg_iovlen = 1};
        sendmsg(s, &message, MSG_NOSIGNAL);
        socketpair(AF_UNIX, types[i], 0, pair);
        sendmsg(pair[0], &message, MSG_NOSIGNAL);
    }
    struct sockaddr_in port = {
        .sin_family = AF_INET, .sin_port = htons(PORT), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int s = socket(AF_INET, SOCK_STREAM, 0), u = socket(AF_INET, SOCK_DGRAM, 0);
    if (!connect(s, (void *)&port, sizeof port))
        send(s, "got", 3, MSG_NOSIGNAL);
    sendto(u, "got", 3, 0, (void *)&port, sizeof port);
}

/* The bystander, which the script looks at. */
static void reach_process(int mild)
{
    pid_t pid = read_pid();
    struct rlimit none = {3, 3};
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(0, &one);
    if (pid <= 1)
        return;
    kill(pid, SIGUSR1);
    prlimit(pid, RLIMIT_NOFILE, &none, NULL);
    sched_setaffinity(pid, sizeof one, &one);
    setpriority(PRIO_PROCESS, (id_t)pid, 19);
    if (!mild)
        setpriority(PRIO_USER, 0, 19);
    int ends[2];
    if (!pipe(ends)) { /* a signal by the end of a pipe */
        fcntl(ends[0], F_SETOWN, pid);
        fcntl(ends[0], F_SETSIG, SIGUSR1);
        fcntl(ends[0], F_SETFL, O_ASYNC);
        write(ends[1], "x", 1);
    }
    if (!ptrace(PTRACE_ATTACH, pid, 0, 0)) {
        waitpid(pid, NULL, __WALL);
        ptrace(PTRACE_KILL, pid, 0, 0);
    }
}

static void leave_spaces(void)
{
    if (!unshare(CLONE_NEWUSER | CLONE_NEWNS) || !mount("none", "/", "tmpfs", 0, NULL))
        got("mount");
    if (!setuid(0) && !getuid())
        got("root");
    if (syscall(SYS_keyctl, 0, -4, 1) >= 0)
        got("keys");
    char parameters[120] = {0};
    if (syscall(425 /* io_uring_setup */, 1, parameters) >= 0)
        got("ring");
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    switch (argv[1][0]) {
    case 'a':
        change_files();
        use_sockets();
        reach_process(argc > 2);
        puts("tried");
        return 2;
    case 'b':
        leave_spaces();
        return 3;
    case 'k':
        kill(-1, SIGKILL);
        return 4;
    case 'p':
        kill(getppid(), SIGKILL);
        return 5;
    case 'f':
        for (;;)
            fork();
    case 'h': /* always another process, never in the same group */
        for (;;)
            if (!fork())
                setpgid(0, 0);
            else
                _exit(0);
    case 's':
        if (!fork() && setsid() > 0 && !fork())
            for (;;)
                pause();
        return 6;
    default:
        return 0;
    }
}
