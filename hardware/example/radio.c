#include "radio.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { RETRY_MS = 300, PING_MS = 2000, SILENT_MS = 5000, KEEPALIVE_S = 8 };
enum { CONNECT = 0x10, CONNACK = 0x20, PUBLISH = 0x30, RETAIN = 1, SUBSCRIBE = 0x82, PINGREQ = 0xC0 };

static struct sockaddr_in host;
static char user[64], secret_of[128], up[96], down[96], here[96];
static int line = -1, is_ready, has_base;
static int64_t next_at, ping_at, heard_at;
static uint32_t base; /* own clock minus the host's, the smallest so far */
static uint8_t in[2 * PACKET_MOST];
static size_t got;

static void hang_up(int64_t now) {
    if (line >= 0) close(line); /* without a word: the will says it */
    line = -1;
    is_ready = 0;
    got = 0;
    next_at = now + RETRY_MS;
}

/* A growing packet: text with its length in two bytes, big end first. */
static size_t text(uint8_t *out, const char *words) {
    size_t size = strlen(words);
    out[0] = (uint8_t)(size >> 8);
    out[1] = (uint8_t)size;
    memcpy(out + 2, words, size);
    return size + 2;
}

static int packet(int kind, const uint8_t *body, size_t size) {
    uint8_t out[PACKET_MOST + 8] = {(uint8_t)kind};
    size_t at = 1, left = size;
    if (size > PACKET_MOST || line < 0) return 0;
    for (; left > 127; left >>= 7) out[at++] = (uint8_t)(left & 127) | 128;
    out[at++] = (uint8_t)left;
    memcpy(out + at, body, size);
    return send(line, out, at + size, MSG_NOSIGNAL) == (ssize_t)(at + size);
}

static int publish(const char *topic, const uint8_t *data, size_t size, int flags) {
    uint8_t body[PACKET_MOST];
    size_t at = text(body, topic);
    if (at + size > sizeof body) return 0;
    memcpy(body + at, data, size);
    return packet(PUBLISH | flags, body, at + size);
}

void radio_set(const char *address, int port, const char *node, const char *secret) {
    host.sin_family = AF_INET;
    host.sin_port = htons((uint16_t)port);
    inet_pton(AF_INET, address, &host.sin_addr);
    snprintf(user, sizeof user, "radio-%s", node);
    snprintf(secret_of, sizeof secret_of, "%s", secret);
    snprintf(up, sizeof up, "tw/wire/%s/up", user);
    snprintf(down, sizeof down, "tw/wire/%s/down", user);
    snprintf(here, sizeof here, "tw/wire/%s/here", user);
}

static void call(int64_t now) { /* 8.1 */
    uint8_t body[512];
    size_t size = text(body, "MQTT");
    int one = 1;
    line = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (line < 0 || connect(line, (struct sockaddr *)&host, sizeof host)) { hang_up(now); return; }
    setsockopt(line, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    body[size++] = 4;    /* MQTT 3.1.1 */
    body[size++] = 0xE6; /* name, password, a will that is retained, a clean session */
    body[size++] = 0;
    body[size++] = KEEPALIVE_S;
    size += text(body + size, user);
    size += text(body + size, here);
    size += text(body + size, "-");
    size += text(body + size, user);
    size += text(body + size, secret_of);
    heard_at = ping_at = now;
    if (!packet(CONNECT, body, size)) hang_up(now);
}

static void come_in(int64_t now) {
    uint8_t body[128] = {0, 1}, mark[8];
    char words[2 * sizeof mark + 1];
    size_t size = 2 + text(body + 2, down);
    int chance = open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    ssize_t read_of = read(chance, mark, sizeof mark);
    close(chance);
    for (size_t at = 0; at < sizeof mark; at++) snprintf(words + 2 * at, 3, "%02x", mark[at]);
    body[size++] = 0; /* QoS */
    is_ready = read_of == sizeof mark && packet(SUBSCRIBE, body, size) && publish(here, (uint8_t *)words, strlen(words), RETAIN);
    if (!is_ready) hang_up(now);
}

/* Takes one whole packet out of what came; its first byte, 0 when there is none yet. */
static int take(uint8_t *body, size_t *size, int64_t now) {
    size_t length = 0, at = 1;
    for (int shift = 0;; shift += 7) {
        if (at >= got) return 0;
        if (shift > 21) { hang_up(now); return 0; }
        length |= (size_t)(in[at] & 127) << shift;
        if (!(in[at++] & 128)) break;
    }
    if (length > PACKET_MOST) { hang_up(now); return 0; }
    if (got < at + length) return 0;
    int kind = in[0];
    memcpy(body, in + at, length);
    *size = length;
    got -= at + length;
    memmove(in, in + at + length, got);
    return kind;
}

static void fill(int64_t now) {
    if (line < 0 || got == sizeof in) return;
    ssize_t size = recv(line, in + got, sizeof in - got, MSG_DONTWAIT);
    if (size > 0) { got += (size_t)size; heard_at = now; }
    if (size == 0) hang_up(now);
}

int radio_step(int64_t now) {
    uint8_t body[PACKET_MOST];
    size_t size;
    if (line < 0 && now >= next_at) call(now);
    if (line < 0) return 0;
    if (now - heard_at >= SILENT_MS) { hang_up(now); return 0; }
    if (now - ping_at >= PING_MS) {
        ping_at = now;
        if (!packet(PINGREQ, NULL, 0)) { hang_up(now); return 0; }
    }
    if (is_ready) return 0;
    fill(now);
    int kind = take(body, &size, now);
    if (!kind) return 0;
    if (kind != CONNACK || size != 2 || body[1]) { hang_up(now); return 0; }
    come_in(now);
    return is_ready;
}

int radio_socket(void) { return line; }

int radio_write(const uint8_t *frame, size_t size) { return is_ready && publish(up, frame, size, 0); }

size_t radio_read(uint8_t *out, int64_t now, int64_t *stuck) { /* 8.2, 8.3 */
    uint8_t body[PACKET_MOST];
    size_t size;
    if (!is_ready) return 0;
    fill(now);
    for (int kind; (kind = take(body, &size, now));) {
        size_t topic = size < 2 ? size : 2u + (size_t)(body[0] << 8 | body[1]);
        if ((kind & 0xF0) != PUBLISH || topic + 4 >= size || topic - 2 != strlen(down) || memcmp(body + 2, down, topic - 2)) continue;
        uint32_t theirs = 0;
        for (int at = 3; at >= 0; at--) theirs = theirs << 8 | body[topic + (size_t)at];
        uint32_t apart = (uint32_t)now - theirs;
        if (!has_base || (int32_t)(apart - base) < 0) base = apart;
        has_base = 1;
        *stuck = (int64_t)(apart - base);
        memcpy(out, body + topic + 4, size - topic - 4);
        return size - topic - 4;
    }
    return 0;
}

void radio_renew(void) { has_base = 0; }
