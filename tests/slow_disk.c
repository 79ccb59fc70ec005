/* A disk that is slow, and that forgets what it was not told to keep.
 *
 * Preloaded into a server, it makes fsync and fdatasync take SLOW_DISK_MS milliseconds longer, and
 * writes beside each file how many of its bytes have been synced: as many as a power cut leaves. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int synced(const char *name, int fd) {
    int (*real)(int) = dlsym(RTLD_NEXT, name);
    const char *delay = getenv("SLOW_DISK_MS");
    struct stat found;
    if (fstat(fd, &found) != 0 || !S_ISREG(found.st_mode)) return real(fd);
    if (delay) usleep(1000 * atoi(delay));
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
