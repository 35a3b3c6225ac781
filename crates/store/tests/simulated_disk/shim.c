/* A disk in front of the real one, for tests: LD_PRELOAD it into a process.
 *
 * CAFE_DISK_FOLDER   only files in this folder are watched
 * CAFE_DISK_JOURNAL  every write, truncation, removal and sync is appended here, before it is answered
 * CAFE_DISK_FAULTS   if this file exists, its text lists the files whose syncs fail, one per line
 *
 * A sync does not reach the real disk: the test computes from the journal what a power cut would leave. A failed sync behaves as
 * on Linux: the writes before it are never repeated, although they can still be read.
 *
 * A record is: kind (1 byte), length of the name (1), offset (8), length of the data (4), name, data; in the byte order of the
 * machine.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { CREATE = 'c', WRITE = 'w', TRUNCATE = 't', SYNC = 's', FAILED_SYNC = 'f', REMOVE = 'r', RENAME = 'n' };

#define MAX_FILES 65536
#define MAX_NAME 64

static char names[MAX_FILES][MAX_NAME]; /* by descriptor; empty if it is not watched, "." for the folder */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;
static char folder[PATH_MAX];

static void *next(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function) abort();
    return function;
}

#define NEXT(type, name, ...) ((type (*)(__VA_ARGS__))next(#name))

__attribute__((constructor)) static void start(void) {
    const char *path = getenv("CAFE_DISK_FOLDER");
    if (!path || !realpath(path, folder)) folder[0] = 0;
    path = getenv("CAFE_DISK_JOURNAL");
    if (path) journal = NEXT(int, open64, const char *, int, ...)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

/* Copies the name of a watched file in the folder; empty if the path is not in it. */
static void watched_name(const char *path, char *name) {
    char parent[PATH_MAX], real[PATH_MAX];
    name[0] = 0;
    if (!folder[0] || !path || strlen(path) >= PATH_MAX) return;
    if (realpath(path, real) && strcmp(real, folder) == 0) {
        strcpy(name, ".");
        return;
    }
    strcpy(parent, path);
    char *slash = strrchr(parent, '/');
    if (!slash || strlen(slash + 1) >= MAX_NAME) return;
    const char *last = path + (slash - parent) + 1;
    *slash = 0;
    /* The index in shared memory is rebuilt after a crash. */
    if (!realpath(parent, real) || strcmp(real, folder) != 0 || strstr(last, "-shm")) return;
    strcpy(name, last);
}

static void record(char kind, const char *name, uint64_t offset, const void *data, uint32_t length) {
    if (journal < 0) return;
    uint8_t name_length = strlen(name);
    size_t size = 14 + name_length + length, written = 0;
    char *bytes = malloc(size);
    bytes[0] = kind;
    bytes[1] = name_length;
    memcpy(bytes + 2, &offset, 8);
    memcpy(bytes + 10, &length, 4);
    memcpy(bytes + 14, name, name_length);
    if (length) memcpy(bytes + 14 + name_length, data, length);
    while (written < size) {
        ssize_t count = NEXT(ssize_t, write, int, const void *, size_t)(journal, bytes + written, size - written);
        if (count < 0) abort();
        written += count;
    }
    free(bytes);
}

/* Returns the name of an open file; empty if it is not watched. */
static const char *name_of(int fd) { return fd >= 0 && fd < MAX_FILES ? names[fd] : ""; }

static int opened(int fd, const char *path, int flags, int existed) {
    if (fd < 0 || fd >= MAX_FILES) return fd;
    char name[MAX_NAME];
    watched_name(path, name);
    pthread_mutex_lock(&mutex);
    strcpy(names[fd], name);
    if (name[0] && strcmp(name, ".") != 0) {
        if (!existed) record(CREATE, name, 0, NULL, 0);
        else if (flags & O_TRUNC) record(TRUNCATE, name, 0, NULL, 0);
    }
    pthread_mutex_unlock(&mutex);
    return fd;
}

/* Reads the optional parameter of `open`, and whether the file exists before. */
#define READ_MODE                              \
    int existed = access(path, F_OK) == 0;     \
    mode_t mode = 0;                           \
    if (flags & O_CREAT) {                     \
        va_list list;                          \
        va_start(list, flags);                 \
        mode = va_arg(list, mode_t);           \
        va_end(list);                          \
    }

int open(const char *path, int flags, ...) {
    READ_MODE
    return opened(NEXT(int, open, const char *, int, ...)(path, flags, mode), path, flags, existed);
}

int open64(const char *path, int flags, ...) {
    READ_MODE
    return opened(NEXT(int, open64, const char *, int, ...)(path, flags, mode), path, flags, existed);
}

int close(int fd) {
    pthread_mutex_lock(&mutex);
    if (fd >= 0 && fd < MAX_FILES) names[fd][0] = 0;
    pthread_mutex_unlock(&mutex);
    return NEXT(int, close, int)(fd);
}

ssize_t write(int fd, const void *data, size_t size) {
    if (!name_of(fd)[0]) return NEXT(ssize_t, write, int, const void *, size_t)(fd, data, size);
    pthread_mutex_lock(&mutex);
    off_t offset = lseek(fd, 0, SEEK_CUR);
    ssize_t count = NEXT(ssize_t, write, int, const void *, size_t)(fd, data, size);
    if (count > 0) record(WRITE, name_of(fd), offset, data, count);
    pthread_mutex_unlock(&mutex);
    return count;
}

static ssize_t write_at(int fd, const void *data, size_t size, off64_t offset) {
    ssize_t (*real)(int, const void *, size_t, off64_t) = next("pwrite64");
    if (!name_of(fd)[0]) return real(fd, data, size, offset);
    pthread_mutex_lock(&mutex);
    ssize_t count = real(fd, data, size, offset);
    if (count > 0) record(WRITE, name_of(fd), offset, data, count);
    pthread_mutex_unlock(&mutex);
    return count;
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) { return write_at(fd, data, size, offset); }
ssize_t pwrite64(int fd, const void *data, size_t size, off64_t offset) { return write_at(fd, data, size, offset); }

static int truncate_at(int fd, off64_t size) {
    int (*real)(int, off64_t) = next("ftruncate64");
    if (!name_of(fd)[0]) return real(fd, size);
    pthread_mutex_lock(&mutex);
    int result = real(fd, size);
    if (result == 0) record(TRUNCATE, name_of(fd), size, NULL, 0);
    pthread_mutex_unlock(&mutex);
    return result;
}

int ftruncate(int fd, off_t size) { return truncate_at(fd, size); }
int ftruncate64(int fd, off64_t size) { return truncate_at(fd, size); }

static int is_faulty(const char *name) {
    const char *path = getenv("CAFE_DISK_FAULTS");
    FILE *file = path ? fopen(path, "re") : NULL;
    char line[MAX_NAME + 2];
    int found = 0;
    if (!file) return 0;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        found |= strcmp(line, name) == 0;
    }
    fclose(file);
    return found;
}

static int sync_file(int fd) {
    int result = 0;
    pthread_mutex_lock(&mutex);
    if (is_faulty(name_of(fd))) {
        record(FAILED_SYNC, name_of(fd), 0, NULL, 0);
        result = -1;
    } else {
        record(SYNC, name_of(fd), 0, NULL, 0);
    }
    pthread_mutex_unlock(&mutex);
    if (result) errno = EIO;
    return result;
}

int fsync(int fd) { return name_of(fd)[0] ? sync_file(fd) : NEXT(int, fsync, int)(fd); }
int fdatasync(int fd) { return name_of(fd)[0] ? sync_file(fd) : NEXT(int, fdatasync, int)(fd); }

int unlink(const char *path) {
    char name[MAX_NAME];
    watched_name(path, name);
    pthread_mutex_lock(&mutex);
    int result = NEXT(int, unlink, const char *)(path);
    if (result == 0 && name[0]) record(REMOVE, name, 0, NULL, 0);
    pthread_mutex_unlock(&mutex);
    return result;
}

int rename(const char *from, const char *to) {
    char old_name[MAX_NAME], new_name[MAX_NAME];
    watched_name(from, old_name);
    watched_name(to, new_name);
    pthread_mutex_lock(&mutex);
    int result = NEXT(int, rename, const char *, const char *)(from, to);
    if (result == 0 && old_name[0]) record(RENAME, old_name, 0, new_name, strlen(new_name));
    pthread_mutex_unlock(&mutex);
    return result;
}
