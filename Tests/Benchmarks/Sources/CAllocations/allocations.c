#include "allocations.h"

#include <errno.h>
#include <stddef.h>

static long count;

long allocation_count(void) { return count; }

#ifdef __GLIBC__
// glibc's own entry points: the program's definitions below win over the library's.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
  return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
  __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
  *block = __libc_memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}
#endif
