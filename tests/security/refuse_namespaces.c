/* refuse_namespaces COMMAND [ARGUMENT]...: runs the command as an ordinary container or a chroot
 * would: whatever makes namespaces or mounts is refused (EPERM), also for root. With -l as the first
 * argument Landlock is refused as well, as in a container on an old kernel. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    SPACES = CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC |
             CLONE_NEWUTS | CLONE_NEWCGROUP,
    LANDLOCK_FIRST = 444,
    LANDLOCK_LAST = 446
};

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(what) BPF_STMT(BPF_RET | BPF_K, what)
#define REFUSE(name, error) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), ANSWER(SECCOMP_RET_ERRNO | (error))

static int install(struct sock_filter *filter, size_t n)
{
    struct sock_fprog program = {(unsigned short)n, filter};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
           prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static int refuse_spaces(void)
{
    struct sock_filter filter[] = {
        LOAD(nr),
        REFUSE(unshare, EPERM),
        REFUSE(setns, EPERM),
        REFUSE(mount, EPERM),
        REFUSE(umount2, EPERM),
        REFUSE(pivot_root, EPERM),
        REFUSE(mount_setattr, EPERM),
        REFUSE(move_mount, EPERM),
        REFUSE(open_tree, EPERM),
        REFUSE(fsopen, EPERM),
        REFUSE(fsmount, EPERM),
        REFUSE(clone3, ENOSYS),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
        LOAD(args[0]),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, SPACES, 0, 1),
        ANSWER(SECCOMP_RET_ERRNO | EPERM),
        ANSWER(SECCOMP_RET_ALLOW),
    };
    return install(filter, sizeof filter / sizeof *filter);
}

static int refuse_landlock(void)
{
    struct sock_filter filter[] = {
        LOAD(nr),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, LANDLOCK_FIRST, 0, 2),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, LANDLOCK_LAST, 1, 0),
        ANSWER(SECCOMP_RET_ERRNO | EPERM),
        ANSWER(SECCOMP_RET_ALLOW),
    };
    return install(filter, sizeof filter / sizeof *filter);
}

int main(int argc, char **argv)
{
    int old = argc > 1 && !strcmp(argv[1], "-l");
    if (argc < 2 + old) {
        fputs("usage: refuse_namespaces [-l] COMMAND [ARGUMENT]...\n", stderr);
        return 2;
    }
    if (refuse_spaces() || (old && refuse_landlock())) {
        perror("refuse_namespaces");
        return 1;
    }
    execvp(argv[1 + old], argv + 1 + old);
    perror(argv[1 + old]);
    return 127;
}
