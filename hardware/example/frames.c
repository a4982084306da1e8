#include "frames.h"

#include <string.h>

uint32_t crc32_of(const void *data, size_t size) { /* paragraph 1.4, bit by bit */
    const uint8_t *byte = data;
    uint32_t sum = 0xFFFFFFFF;
    while (size--) {
        sum ^= *byte++;
        for (int bit = 0; bit < 8; bit++) sum = sum & 1 ? sum >> 1 ^ 0xEDB88320 : sum >> 1;
    }
    return ~sum;
}

void put(Body *body, uint64_t value, int bytes) {
    if (body->size + (size_t)bytes > BODY_MOST) { body->bad = 1; return; }
    for (; bytes--; value >>= 8) body->bytes[body->size++] = (uint8_t)value;
}

void put_bytes(Body *body, const void *data, size_t size) {
    if (body->size + size > BODY_MOST) { body->bad = 1; return; }
    memcpy(body->bytes + body->size, data, size);
    body->size += size;
}

void put_text(Body *body, const char *text) {
    put(body, strlen(text), 1);
    put_bytes(body, text, strlen(text));
}

uint64_t get(Body *body, int bytes) {
    uint64_t value = 0;
    if (body->at + (size_t)bytes > body->size) { body->bad = 1; return 0; }
    for (int at = 0; at < bytes; at++) value |= (uint64_t)body->bytes[body->at++] << 8 * at;
    return value;
}

size_t seal(uint8_t *out, int type, int flags, const Body *body) {
    uint8_t raw[FRAME_MOST] = {(uint8_t)type, (uint8_t)flags};
    size_t size = 2 + body->size, length = 0, to = 1;
    memcpy(raw + 2, body->bytes, body->size);
    uint32_t sum = crc32_of(raw, size);
    for (int at = 0; at < 4; at++) raw[size++] = (uint8_t)(sum >> 8 * at);
    for (size_t at = 0; at < size; at++) { /* paragraph 1.3: no block can be longer than 250 here */
        if (raw[at]) { out[to++] = raw[at]; continue; }
        out[length] = (uint8_t)(to - length);
        length = to++;
    }
    out[length] = (uint8_t)(to - length);
    out[to++] = 0;
    return to;
}

static int unseal(Reader *reader) {
    uint8_t raw[WIRE_MOST];
    size_t size = 0;
    for (size_t at = 0; at < reader->size;) {
        size_t length = reader->part[at];
        if (!length || at + length > reader->size) return -1;
        memcpy(raw + size, reader->part + at + 1, length - 1);
        size += length - 1;
        at += length;
        if (length < 255 && at < reader->size) raw[size++] = 0;
    }
    if (size < 6 || size > FRAME_MOST) return -1;
    uint32_t sum = crc32_of(raw, size - 4);
    for (int at = 0; at < 4; at++)
        if (raw[size - 4 + (size_t)at] != (uint8_t)(sum >> 8 * at)) return -1;
    reader->type = raw[0];
    memset(&reader->body, 0, sizeof reader->body);
    put_bytes(&reader->body, raw + 2, size - 6);
    return 1;
}

int feed(Reader *reader, uint8_t byte) { /* paragraphs 1.5 and 1.6 */
    if (byte) {
        if (reader->size < WIRE_MOST) reader->part[reader->size++] = byte;
        else reader->skip = 1;
        return 0;
    }
    int found = reader->skip ? -1 : reader->size ? unseal(reader) : 0;
    reader->size = 0;
    reader->skip = 0;
    return found;
}
