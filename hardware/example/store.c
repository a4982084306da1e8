#include "store.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frames.h"

enum { HEAD = 4 + 4 + 8 + 1 + 1, LOG_MOST = 65536 };

static void place(const Store *store, char *out, size_t size, const char *name) { snprintf(out, size, "%s/%s", store->folder, name); }

static void little(uint8_t *out, uint64_t value, int bytes) {
    for (; bytes--; value >>= 8) *out++ = (uint8_t)value;
}

static uint64_t number(const uint8_t *data, int bytes) {
    uint64_t value = 0;
    while (bytes--) value = value << 8 | data[bytes];
    return value;
}

/* Reads a file of exactly `size` bytes and its checksum; 0 when it is not there or not whole. */
static int read_whole(const Store *store, const char *name, uint8_t *out, size_t size) {
    char path[256];
    uint8_t data[64];
    place(store, path, sizeof path, name);
    int file = open(path, O_RDONLY);
    if (file < 0) return 0;
    ssize_t got = read(file, data, sizeof data);
    close(file);
    if (got != (ssize_t)size + 4 || number(data + size, 4) != crc32_of(data, size)) return 0;
    memcpy(out, data, size);
    return 1;
}

static void sync_folder(const Store *store) {
    int folder = open(store->folder, O_RDONLY);
    if (folder >= 0) { fsync(folder); close(folder); }
}

/* The new file is whole on disk before it takes the old one's place. */
static int replace(const Store *store, const char *name, const uint8_t *data, size_t size, int with_sum) {
    char path[256], fresh[260];
    uint8_t sum[4];
    place(store, path, sizeof path, name);
    snprintf(fresh, sizeof fresh, "%s.new", path);
    int file = open(fresh, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0) return 0;
    little(sum, crc32_of(data, size), 4);
    int well = write(file, data, size) == (ssize_t)size && (!with_sum || write(file, sum, 4) == 4) && fsync(file) == 0;
    well = close(file) == 0 && well && rename(fresh, path) == 0;
    if (well) sync_folder(store);
    return well;
}

static int write_base(const Store *store) {
    uint8_t data[12];
    little(data, store->epoch, 4);
    little(data + 4, store->boot, 4);
    little(data + 8, store->next - (uint32_t)store->count, 4);
    return replace(store, "base", data, sizeof data, 1);
}

static size_t record_of(const Event *event, uint8_t *out) {
    little(out, event->seq, 4);
    little(out + 4, event->boot, 4);
    little(out + 8, event->t_ms, 8);
    out[16] = event->kind;
    out[17] = event->size;
    memcpy(out + HEAD, event->body, event->size);
    little(out + HEAD + event->size, crc32_of(out, HEAD + event->size), 4);
    return HEAD + event->size + 4u;
}

static void load(Store *store) {
    uint8_t data[HEAD + EVENT_BODY_MOST + 4];
    for (long at = 0;; at = store->log_size) {
        if (pread(store->log, data, HEAD, at) != HEAD || data[17] > EVENT_BODY_MOST) break;
        size_t size = HEAD + data[17];
        if (pread(store->log, data + HEAD, data[17] + 4u, at + HEAD) != data[17] + 4) break;
        if (number(data + size, 4) != crc32_of(data, size)) break;
        uint32_t seq = (uint32_t)number(data, 4);
        if (seq == store->next) {
            if (store->count == EVENTS_MOST) /* more never waited: the oldest was acknowledged before this start */
                memmove(store->events, store->events + 1, --store->count * sizeof *store->events);
            Event *event = &store->events[store->count++];
            *event = (Event){.seq = seq, .boot = (uint32_t)number(data + 4, 4), .t_ms = number(data + 8, 8), .kind = data[16], .size = data[17], .sent_at = -1};
            memcpy(event->body, data + HEAD, event->size);
            store->next++;
        } else if (seq > store->next) break; /* never written by us */
        store->log_size = at + (long)size + 4;
    }
    if (ftruncate(store->log, store->log_size)) exit(3); /* a torn record never had a number */
}

static void open_log(Store *store) {
    char path[256];
    place(store, path, sizeof path, "log");
    store->log = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (store->log < 0) { perror(path); exit(3); }
}

/* Leaves out what was acknowledged. The floor goes first: a cut behind it leaves records below it, which are skipped. */
static void compact(Store *store) {
    static uint8_t data[EVENTS_MOST * (HEAD + EVENT_BODY_MOST + 4)];
    size_t size = 0;
    for (size_t at = 0; at < store->count; at++) size += record_of(&store->events[at], data + size);
    if (!write_base(store) || !replace(store, "log", data, size, 0)) return;
    close(store->log);
    open_log(store);
    store->log_size = (long)size;
}

void store_open(Store *store, const char *folder) {
    uint8_t base[12], key[KEY_SIZE + 8];
    memset(store, 0, sizeof *store);
    snprintf(store->folder, sizeof store->folder, "%s", folder);
    int known = read_whole(store, "base", base, sizeof base);
    open_log(store);
    if (known) {
        store->epoch = (uint32_t)number(base, 4);
        store->boot = (uint32_t)number(base + 4, 4);
        store->next = (uint32_t)number(base + 8, 4);
        load(store);
    } else { /* paragraph 3.1: old numbers would look like duplicates */
        int chance = open("/dev/urandom", O_RDONLY);
        if (read(chance, base, 4) != 4 || ftruncate(store->log, 0)) exit(3);
        close(chance);
        store->epoch = (uint32_t)number(base, 4) | 1;
        store->next = 1;
    }
    store->boot++;
    if (!write_base(store)) { perror(folder); exit(3); }
    if (read_whole(store, "key", key, sizeof key)) {
        memcpy(store->key, key, KEY_SIZE);
        store->first = number(key + KEY_SIZE, 4) == store->epoch ? (uint32_t)number(key + KEY_SIZE + 4, 4) : 1;
    }
}

int store_put(Store *store, uint64_t t_ms, int kind, const void *body, size_t size) {
    uint8_t data[HEAD + EVENT_BODY_MOST + 4];
    if (store->count == EVENTS_MOST || size > EVENT_BODY_MOST) return 0;
    Event *event = &store->events[store->count];
    *event = (Event){.seq = store->next, .boot = store->boot, .t_ms = t_ms, .kind = (uint8_t)kind, .size = (uint8_t)size, .sent_at = -1};
    memcpy(event->body, body, size);
    size_t whole = record_of(event, data);
    if (write(store->log, data, whole) != (ssize_t)whole || fsync(store->log)) {
        if (ftruncate(store->log, store->log_size)) exit(3);
        return 0;
    }
    store->log_size += (long)whole;
    store->count++;
    store->next++;
    return 1;
}

size_t store_ack(Store *store, uint32_t upto) {
    size_t gone = 0;
    while (gone < store->count && store->events[gone].seq <= upto) gone++;
    store->count -= gone;
    memmove(store->events, store->events + gone, store->count * sizeof *store->events);
    if (gone && store->log_size > LOG_MOST) compact(store);
    return gone;
}

int store_key(Store *store, const uint8_t *key) {
    uint8_t data[KEY_SIZE + 8];
    char path[256];
    if (!key) {
        place(store, path, sizeof path, "key");
        if (store->first && unlink(path)) return 0;
        sync_folder(store);
        store->first = 0;
        return 1;
    }
    if (store->first && !memcmp(store->key, key, KEY_SIZE)) return 1;
    memcpy(data, key, KEY_SIZE);
    little(data + KEY_SIZE, store->epoch, 4);
    little(data + KEY_SIZE + 4, store->next, 4);
    if (!replace(store, "key", data, sizeof data, 1)) return 0;
    memcpy(store->key, key, KEY_SIZE);
    store->first = store->next;
    return 1;
}
