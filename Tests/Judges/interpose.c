/* interpose - count what an audio thread must not call.  See usage below. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

/* Usage: INTERPOSE_REPORT=report.txt LD_PRELOAD=$PWD/libinterpose.so PROGRAM...
 *
 *  INTERPOSE_REPORT    the file written when the process exits: a line "NAME COUNT" for each function below, then "callbacks N",
 *                      "frames N", "offences N", "faults N" and "late-faults N" (pages that the thread found absent there, and those
 *                      of them after its first 1024 callbacks, when its code has mostly run once) and the first five offences as backtraces.  Only the process that registered a
 *                      JACK process callback, wrote to an ALSA PCM or called interpose_enter writes it, so a missing file means
 *                      that nothing was measured.
 *  INTERPOSE_TIMES     a file of one page and 2^22 numbers: how many JACK callbacks there were (64 bits), and from byte 4096 on the
 *                      nanoseconds of processor time of each (32 bits). It can be read while the process runs.
 *  INTERPOSE_SELFTEST  1 = one malloc, one free and one write in the first callback: a report with zeros is then a broken counter.
 *
 * A call counts when its thread is inside the callback given to jack_set_process_callback; or in a sound card's cycle, from
 * snd_pcm_avail_update that found room to snd_pcm_writei, what alsa-lib does itself left out; or between interpose_enter() and
 * interpose_leave() (found by dlsym(RTLD_DEFAULT, "interpose_enter"); they nest).  free(NULL) does nothing and isn't counted.
 * Not seen: what libc calls within itself (hence the line "stdio"), direct system instructions, threads a library keeps, killing by signal. */

#define FUNCTIONS(X) \
  X(malloc) X(calloc) X(realloc) X(free) X(posix_memalign) X(aligned_alloc) X(memalign) \
  X(pthread_mutex_lock) X(pthread_mutex_trylock) X(pthread_mutex_timedlock) X(pthread_rwlock_rdlock) X(pthread_rwlock_wrlock) \
  X(pthread_cond_wait) X(pthread_cond_timedwait) X(pthread_cond_signal) X(pthread_cond_broadcast) X(sem_wait) X(sem_timedwait) X(sem_post) \
  X(read) X(write) X(writev) X(open) X(open64) X(openat) X(close) X(ioctl) X(poll) X(mmap) X(munmap) \
  X(futex) X(syscall) X(nanosleep) X(clock_nanosleep) X(usleep) X(sched_yield) X(stdio)

#define X(name) f_##name,
enum { FUNCTIONS(X) f_count };
#undef X
#define X(name) #name,
static const char *const names[] = { FUNCTIONS(X) };
#undef X

#define TLS static __thread __attribute__((tls_model("initial-exec")))
TLS int inside, resolving;

static _Atomic unsigned long counts[f_count], callbacks, frames, offences, faults, late_faults;
TLS long faults_before;
static void *next_of[f_count];
static struct { int function, depth; void *stack[32]; } offence[5];
static _Atomic int owner;                                     /* the process that is measured: forked children stay silent */

/* Page faults of this thread so far. */
static long page_faults(void) {
  struct rusage usage;
  getrusage(RUSAGE_THREAD, &usage);
  return usage.ru_minflt + usage.ru_majflt;
}

/* How long each callback took, for who reads the file meanwhile. */
enum { times_at = 4096, times_limit = 1 << 22 };
static struct { _Atomic uint64_t count; char gap[times_at - 8]; uint32_t each[times_limit]; } *times;

static uint64_t processor_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void keep_time(uint64_t begin) {
  uint64_t n = atomic_load_explicit(&times->count, memory_order_relaxed);
  if (n >= times_limit) return;
  times->each[n] = (uint32_t)(processor_time() - begin);
  atomic_store_explicit(&times->count, n + 1, memory_order_release);
}

static void prepare_times(void) {
  const char *path = getenv("INTERPOSE_TIMES");
  if (!path || times) return;
  int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  void *found = fd >= 0 && !ftruncate(fd, sizeof *times)
    ? mmap(NULL, sizeof *times, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, fd, 0) : MAP_FAILED;
  if (found == MAP_FAILED) dprintf(2, "interpose: can't write %s\n", path); else times = found;
  if (fd >= 0) close(fd);
}

static void begin_faults(void) { faults_before = page_faults(); }
static void end_faults(void) {
  unsigned long n = (unsigned long)(page_faults() - faults_before);
  atomic_fetch_add(&faults, n);
  if (callbacks > 1024) atomic_fetch_add(&late_faults, n);
}

static void *next_symbol(const char *name) {
  resolving++;
  void *symbol = NULL;
  if (!strncmp(name, "pthread_cond_", 13)) symbol = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");   /* dlsym may find the oldest version */
  if (!symbol) symbol = dlsym(RTLD_NEXT, name);
  resolving--;
  return symbol;
}

static void *next(int f) {
  if (!next_of[f] && !resolving) next_of[f] = next_symbol(names[f]);
  return next_of[f];
}

static void note(int f) {
  if (!inside) return;
  int depth = inside;
  inside = 0;                                                 /* what follows is ours */
  atomic_fetch_add(&counts[f], 1);
  unsigned long n = atomic_fetch_add(&offences, 1);
  if (n < 5) {
    offence[n].function = f;
    offence[n].depth = backtrace(offence[n].stack, 32);
  }
  inside = depth;
}

/* What dlsym asks for while we look up malloc itself comes from here, and is never given back. */
static _Alignas(64) char boot[1 << 16];
static _Atomic size_t boot_used;
static int is_boot(const void *p) { return (const char *)p >= boot && (const char *)p < boot + sizeof boot; }
static void *boot_alloc(size_t n) {
  size_t at = atomic_fetch_add(&boot_used, (n + 63) & ~(size_t)63);
  if (at + n > sizeof boot) abort();
  return boot + at;
}

#define CALL(type, f, params, ...) ((type (*) params)next(f_##f))(__VA_ARGS__)
#define WRAP(type, name, params, ...) type name params { note(f_##name); return CALL(type, name, params, __VA_ARGS__); }

void *malloc(size_t n) { note(f_malloc); return next(f_malloc) ? CALL(void *, malloc, (size_t), n) : boot_alloc(n); }
void *calloc(size_t n, size_t m) { note(f_calloc); return next(f_calloc) ? CALL(void *, calloc, (size_t, size_t), n, m) : boot_alloc(n * m); }
void free(void *p) {
  if (!p || is_boot(p)) return;
  note(f_free);
  if (next(f_free)) CALL(void, free, (void *), p);
}
void *realloc(void *p, size_t n) {
  note(f_realloc);
  if (!is_boot(p)) return next(f_realloc) ? CALL(void *, realloc, (void *, size_t), p, n) : boot_alloc(n);
  void *moved = malloc(n);
  size_t left = (size_t)(boot + sizeof boot - (char *)p);
  return moved ? memcpy(moved, p, n < left ? n : left) : NULL;
}
WRAP(int, posix_memalign, (void **p, size_t a, size_t n), p, a, n)
WRAP(void *, aligned_alloc, (size_t a, size_t n), a, n)
WRAP(void *, memalign, (size_t a, size_t n), a, n)
WRAP(int, pthread_mutex_lock, (pthread_mutex_t *m), m)
WRAP(int, pthread_mutex_trylock, (pthread_mutex_t *m), m)
WRAP(int, pthread_mutex_timedlock, (pthread_mutex_t *m, const struct timespec *t), m, t)
WRAP(int, pthread_rwlock_rdlock, (pthread_rwlock_t *l), l)
WRAP(int, pthread_rwlock_wrlock, (pthread_rwlock_t *l), l)
WRAP(int, pthread_cond_wait, (pthread_cond_t *c, pthread_mutex_t *m), c, m)
WRAP(int, pthread_cond_timedwait, (pthread_cond_t *c, pthread_mutex_t *m, const struct timespec *t), c, m, t)
WRAP(int, pthread_cond_signal, (pthread_cond_t *c), c)
WRAP(int, pthread_cond_broadcast, (pthread_cond_t *c), c)
WRAP(int, sem_wait, (sem_t *s), s)
WRAP(int, sem_timedwait, (sem_t *s, const struct timespec *t), s, t)
WRAP(int, sem_post, (sem_t *s), s)
WRAP(ssize_t, read, (int fd, void *p, size_t n), fd, p, n)
WRAP(ssize_t, write, (int fd, const void *p, size_t n), fd, p, n)
WRAP(ssize_t, writev, (int fd, const struct iovec *v, int n), fd, v, n)
WRAP(int, close, (int fd), fd)
WRAP(int, poll, (struct pollfd *p, nfds_t n, int ms), p, n, ms)
WRAP(void *, mmap, (void *p, size_t n, int prot, int flags, int fd, off_t at), p, n, prot, flags, fd, at)
WRAP(int, munmap, (void *p, size_t n), p, n)
WRAP(int, nanosleep, (const struct timespec *t, struct timespec *left), t, left)
WRAP(int, clock_nanosleep, (clockid_t c, int flags, const struct timespec *t, struct timespec *left), c, flags, t, left)
WRAP(int, usleep, (useconds_t us), us)
WRAP(int, sched_yield, (void), )

#define LAST(type, after) va_list l; va_start(l, after); type last = va_arg(l, type); va_end(l)
int open(const char *path, int flags, ...) { LAST(int, flags); note(f_open); return CALL(int, open, (const char *, int, ...), path, flags, last); }
int open64(const char *path, int flags, ...) { LAST(int, flags); note(f_open64); return CALL(int, open64, (const char *, int, ...), path, flags, last); }
int openat(int dir, const char *path, int flags, ...) { LAST(int, flags); note(f_openat); return CALL(int, openat, (int, const char *, int, ...), dir, path, flags, last); }
int ioctl(int fd, unsigned long request, ...) { LAST(void *, request); note(f_ioctl); return CALL(int, ioctl, (int, unsigned long, ...), fd, request, last); }
long syscall(long number, ...) {
  long a[6]; va_list l; va_start(l, number);
  for (int i = 0; i < 6; i++) a[i] = va_arg(l, long);
  va_end(l);
  note(number == SYS_futex ? f_futex : f_syscall);
  return CALL(long, syscall, (long, ...), number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/* libc's own printing reaches write() without passing us, so its front doors are counted together as "stdio". */
#define STDIO(type, name, params, ...) type name params { \
  static void *real; note(f_stdio); if (!real) real = next_symbol(#name); return ((type (*) params)real)(__VA_ARGS__); }
STDIO(size_t, fwrite, (const void *restrict p, size_t n, size_t m, FILE *restrict f), p, n, m, f)
STDIO(int, fputs, (const char *restrict s, FILE *restrict f), s, f)
STDIO(int, puts, (const char *s), s)
STDIO(int, fputc, (int c, FILE *f), c, f)
STDIO(int, fflush, (FILE *f), f)
STDIO(int, vfprintf, (FILE *restrict f, const char *restrict s, va_list l), f, s, l)
int __vfprintf_chk(FILE *f, int flag, const char *s, va_list l) { (void)flag; return vfprintf(f, s, l); }
int __fprintf_chk(FILE *f, int flag, const char *s, ...) { (void)flag; va_list l; va_start(l, s); int n = vfprintf(f, s, l); va_end(l); return n; }
int __printf_chk(int flag, const char *s, ...) { (void)flag; va_list l; va_start(l, s); int n = vfprintf(stdout, s, l); va_end(l); return n; }
int fprintf(FILE *restrict f, const char *restrict s, ...) { va_list l; va_start(l, s); int n = vfprintf(f, s, l); va_end(l); return n; }
int printf(const char *restrict s, ...) { va_list l; va_start(l, s); int n = vfprintf(stdout, s, l); va_end(l); return n; }

void interpose_enter(void) { if (!owner) owner = getpid(); inside++; }
void interpose_leave(void) { if (inside > 0) inside--; }

static void offend(void) {
  void *volatile p = malloc(1);
  free(p);
  if (write(-1, "", 0) >= 0) abort();
}

typedef int (*process)(uint32_t, void *);
static struct wrapped { process callback; void *argument; } wrapped[64];
static _Atomic int wrapped_count;

static int measured(uint32_t n, void *argument) {
  struct wrapped *w = argument;
  const char *selftest = atomic_fetch_add(&callbacks, 1) ? NULL : getenv("INTERPOSE_SELFTEST");
  atomic_fetch_add(&frames, n);
  inside++;
  if (selftest && *selftest == '1') offend();
  begin_faults();
  uint64_t begin = times ? processor_time() : 0;
  int rc = w->callback(n, w->argument);
  if (times) keep_time(begin);
  end_faults();
  inside--;
  return rc;
}

int jack_set_process_callback(void *client, process callback, void *argument) {
  int (*real)(void *, process, void *) = next_symbol("jack_set_process_callback");
  if (!real) {                                                /* libjack was opened by dlopen, out of RTLD_NEXT's sight */
    void *lib = dlopen("libjack.so.0", RTLD_NOW | RTLD_NOLOAD);
    if (!lib || !(real = dlsym(lib, "jack_set_process_callback"))) return -1;
  }
  int slot = atomic_fetch_add(&wrapped_count, 1);
  if (!callback || slot >= 64) return real(client, callback, argument);
  if (!owner) owner = getpid();
  wrapped[slot] = (struct wrapped){ callback, argument };
  prepare_times();
  return real(client, measured, &wrapped[slot]);
}

/* A sound card's cycle has no callback: it is what its thread does between finding room and writing. */
long snd_pcm_avail_update(void *pcm) {
  inside = 0;
  long (*real)(void *) = next_symbol("snd_pcm_avail_update");
  long room = real(pcm);
  if (room <= 0) return room;
  if (!owner) owner = getpid();
  inside = 1;
  const char *selftest = callbacks ? NULL : getenv("INTERPOSE_SELFTEST");
  if (selftest && *selftest == '1') offend();
  begin_faults();
  return room;
}

#define PCM(type, name, params, leaves, ...) type name params { \
  int was = inside; inside = 0; \
  type (*real) params = next_symbol(#name); \
  type result = real(__VA_ARGS__); \
  inside = leaves ? 0 : was; \
  return result; }
PCM(int, snd_pcm_avail_delay, (void *pcm, long *room, long *delay), 0, pcm, room, delay)
PCM(int, snd_pcm_delay, (void *pcm, long *delay), 0, pcm, delay)
PCM(int, snd_pcm_state, (void *pcm), 0, pcm)
PCM(int, snd_pcm_wait, (void *pcm, int ms), 1, pcm, ms)
PCM(int, snd_pcm_recover, (void *pcm, int error, int silent), 1, pcm, error, silent)

long snd_pcm_writei(void *pcm, const void *samples, unsigned long n) {
  if (inside) end_faults(), atomic_fetch_add(&callbacks, 1);
  inside = 0;
  long (*real)(void *, const void *, unsigned long) = next_symbol("snd_pcm_writei");
  long taken = real(pcm, samples, n);
  if (taken > 0) atomic_fetch_add(&frames, (unsigned long)taken);
  return taken;
}

__attribute__((constructor)) static void prepare(void) {
  for (int f = 0; f < f_count; f++) if (f != f_futex && f != f_stdio) next(f);
  void *stack[2];
  backtrace(stack, 2);                                        /* loads libgcc now, not on the audio thread */
}

__attribute__((destructor)) static void report(void) {
  static atomic_flag done = ATOMIC_FLAG_INIT;
  const char *path = getenv("INTERPOSE_REPORT");
  if (!path || owner != getpid() || atomic_flag_test_and_set(&done)) return;
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) { dprintf(2, "interpose: can't write %s\n", path); return; }
  for (int f = 0; f < f_count; f++) dprintf(fd, "%s %lu\n", names[f], (unsigned long)counts[f]);
  dprintf(fd, "callbacks %lu\nframes %lu\noffences %lu\nfaults %lu\nlate-faults %lu\n", (unsigned long)callbacks, (unsigned long)frames, (unsigned long)offences,
    (unsigned long)faults, (unsigned long)late_faults);
  for (unsigned long i = 0; i < 5 && i < offences; i++) {
    dprintf(fd, "\noffence %lu: %s\n", i + 1, names[offence[i].function]);
    backtrace_symbols_fd(offence[i].stack, offence[i].depth, fd);
  }
  close(fd);
}

void _exit(int status) {                                      /* skips destructors, so the report is written here */
  report();
  void (*real)(int) __attribute__((noreturn)) = next_symbol("_exit");
  real(status);
}
