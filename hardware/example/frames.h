/* Bytes <-> frames of the table link, after chapter 1 of ../protocol/README.md. Knows no port and no clock. */
#ifndef FRAMES_H
#define FRAMES_H
#include <stddef.h>
#include <stdint.h>

enum { FRAME_MOST = 250, WIRE_MOST = 252, BODY_MOST = FRAME_MOST - 6 };
enum { HELLO = 0x01, WELCOME = 0x02, EVENT = 0x10, ACK = 0x11, CMD = 0x20, CMD_ACK = 0x21, TIME_Q = 0x30, TIME_A = 0x31,
       TELE = 0x50, KEY = 0x70, KEY_STATE = 0x71, ERR = 0x7F };
enum { REPLAYED = 1, SIGNED = 2 };

/* A body that is written or read field by field; `bad` once something did not fit or was not there. */
typedef struct {
    uint8_t bytes[BODY_MOST];
    size_t size, at;
    int bad;
} Body;

uint32_t crc32_of(const void *data, size_t size);
void put(Body *body, uint64_t value, int bytes);
void put_text(Body *body, const char *text);
void put_bytes(Body *body, const void *data, size_t size);
uint64_t get(Body *body, int bytes);

/* The wire bytes of one frame, closing zero included; how many. `out` has room for WIRE_MOST + 1. */
size_t seal(uint8_t *out, int type, int flags, const Body *body);

/* What comes in, cut at the zeros. feed() takes one byte: 1 for a sound frame (type, body), -1 for a damaged one, else 0. */
typedef struct {
    uint8_t part[WIRE_MOST];
    size_t size;
    int skip, type;
    Body body;
} Reader;
int feed(Reader *reader, uint8_t byte);
#endif
