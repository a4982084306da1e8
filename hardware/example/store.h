/* Events on disk until they are acknowledged, after chapter 3 of ../protocol/README.md; and the key, after chapter 6.
 *
 *     FOLDER/base   epoch, boot, floor: numbers below floor were acknowledged    replaced by rename
 *     FOLDER/log    one record after another, each with its checksum             appended, synced
 *     FOLDER/key    key, epoch, first number that is signed                      replaced by rename
 */
#ifndef STORE_H
#define STORE_H
#include <stddef.h>
#include <stdint.h>

#include "sign.h"

enum { EVENTS_MOST = 128, EVENT_BODY_MOST = 211 };

typedef struct {
    uint32_t seq, boot;
    uint64_t t_ms;
    uint8_t kind, size, body[EVENT_BODY_MOST];
    int64_t sent_at; /* -1: not yet in this session */
    int held;
} Event;

typedef struct {
    char folder[200];
    uint32_t epoch, boot, next;
    Event events[EVENTS_MOST]; /* what waits, oldest first */
    size_t count;
    int log;
    long log_size;
    uint8_t key[KEY_SIZE];
    uint32_t first; /* signed from this number on, 0: no key */
} Store;

void store_open(Store *store, const char *folder); /* counts a start; ends the program when the disk refuses */
int store_put(Store *store, uint64_t t_ms, int kind, const void *body, size_t size); /* 0: no room, nothing was numbered */
size_t store_ack(Store *store, uint32_t upto);                                       /* how many were taken off */
int store_key(Store *store, const uint8_t *key); /* NULL: none any more; 0: the disk refused, what held goes on */
#endif
