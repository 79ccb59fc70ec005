/* A disk that is slow, that is full, and that forgets what it was not told to keep.
 *
 * Preloaded into a server, it makes fsync and fdatasync take SLOW_DISK_MS milliseconds longer, and
 * writes beside each file how many of its bytes have been synced: as many as a power cut leaves.
 * Where SLOW_DISK_CONTROL names a file, that says it at any time: the milliseconds, and 1 for a full
 * disk, on which no write to a file succeeds. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_file(int fd) {
    struct stat found;
    return fstat(fd, &found) == 0 && S_ISREG(found.st_mode);
}

static void behaviour(int *milliseconds, int *full) {
    const char *delay = getenv("SLOW_DISK_MS"), *control = getenv("SLOW_DISK_CONTROL");
    *milliseconds = delay ? atoi(delay) : 0;
    *full = 0;
    FILE *said = control ? fopen(control, "r") : NULL;
    if (!said) return;
    if (fscanf(said, "%d %d", milliseconds, full) != 2) abort();
    fclose(said);
}

static int synced(const char *name, int fd) {
    int (*real)(int) = dlsym(RTLD_NEXT, name);
    struct stat found;
    if (fstat(fd, &found) != 0 || !S_ISREG(found.st_mode)) return real(fd);
    int milliseconds, full;
    behaviour(&milliseconds, &full);
    usleep(1000 * milliseconds);
    int answer = real(fd);
    if (answer != 0) return answer;
    char link[64], path[4096], size[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 16);
    if (length < 0) return answer;
    strcpy(path + length, ".synced");
    int mark = open(path, O_WRONLY | O_CREAT, 0600);
    if (mark < 0) return answer;
    int written = snprintf(size, sizeof size, "%020lld", (long long)found.st_size);
    if (pwrite(mark, size, written, 0) != written) abort();
    close(mark);
    return answer;
}

int fsync(int fd) { return synced("fsync", fd); }
int fdatasync(int fd) { return synced("fdatasync", fd); }

ssize_t write(int fd, const void *from, size_t length) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = dlsym(RTLD_NEXT, "write");
    int milliseconds, full = 0;
    if (getenv("SLOW_DISK_CONTROL") && is_file(fd)) behaviour(&milliseconds, &full);
    if (!full) return real(fd, from, length);
    errno = ENOSPC;
    return -1;
}
