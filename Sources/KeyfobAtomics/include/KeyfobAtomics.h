// Atomic operations on one 64-bit word, sequentially consistent. Apple's systems before iOS 18 and macOS 15 lack
// Swift's own (the library Synchronization), and Swift cannot call the macros of C's <stdatomic.h>.
#ifndef KEYFOB_ATOMICS_H
#define KEYFOB_ATOMICS_H

#include <stdint.h>

static inline uint64_t keyfob_atomic_load(const uint64_t *_Nonnull word) {
    return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

static inline void keyfob_atomic_store(uint64_t *_Nonnull word, uint64_t value) {
    __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
}

/// Returns the former value.
static inline uint64_t keyfob_atomic_exchange(uint64_t *_Nonnull word, uint64_t value) {
    return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
}

/// Returns the former value. The sum wraps.
static inline uint64_t keyfob_atomic_add(uint64_t *_Nonnull word, uint64_t value) {
    return __atomic_fetch_add(word, value, __ATOMIC_SEQ_CST);
}

#endif
