// How jemalloc works for us: what a burst of work freed goes back to the system within a tenth of a
// second, by a thread of jemalloc's own, so that a busy minute does not look like a leak. Pieces of
// a MiB or more, bodies of requests above all, go back at once: each thread would keep some of its
// own.
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf =
    "background_thread:true,dirty_decay_ms:100,muzzy_decay_ms:0,oversize_threshold:1048576";
}
