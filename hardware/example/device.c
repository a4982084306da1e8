/* A dice tower of another make, on a pseudo-terminal or by MQTT: written from ../protocol/README.md alone, for whoever builds his own.
 *
 *     gcc -std=gnu11 -O2 -o device device.c frames.c radio.c sign.c store.c
 *     ./device FOLDER PORT                       keeps its events in FOLDER; PORT becomes a link to its terminal
 *     ./device FOLDER radio HOST PORT SECRET     comes through a broker instead: four numbers, port, its own secret
 *
 * It has no beams: an order to arm is all that makes it say something. RESTART runs the program anew on the same line;
 * a killed one is a power cut. The numbers in the comments are the page's paragraphs.
 */
#define _XOPEN_SOURCE 600 /* pseudo-terminals */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "frames.h"
#include "radio.h"
#include "store.h"

enum { OLDEST_VERSION = 1, VERSION = 2, WINDOW = 16, REMEMBERED = 32 };
enum { HELLO_MS = 500, SILENT_MS = 10000, TELE_MS = 5000, FIRST_MS = 100, SLOWEST_MS = 500, RESTART_MS = 200 };
enum { EMPTY = 1, ARMED = 2 };
enum { ARM = 1, RING = 2, RESTART = 5, PATTERNS = 7 };
enum { DONE, UNKNOWN, EXPIRED, REFUSED };
enum { NO_SESSION = 1, WRONG_VERSION = 2 };
static const char NODE[] = "tower-c0ffee01";

static Store store;
static Reader reader;
static int line, by_radio;
static int64_t started_ms, hello_at, tele_at, heard_at, read_at, restart_at = -1;
static int in_session, was_full, wait_ms = FIRST_MS;
static uint32_t session, bad, resent;
static struct { uint32_t id; int status; } done[REMEMBERED];
static size_t done_count, done_next;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000 - started_ms;
}

static void send_frame(int type, int flags, const Body *body) {
    uint8_t wire[WIRE_MOST + 1];
    size_t size = seal(wire, type, flags, body);
    if (by_radio) radio_write(wire, size);
    else if (write(line, wire, size) < (ssize_t)size && write(line, "", 1) < 0) return; /* 1.5: cut short; nobody listens */
}

static void check_of(char out[2 * CHECK_SIZE + 1]) {
    Body text = {.size = 0};
    uint8_t digest[DIGEST_SIZE];
    out[0] = 0;
    if (!store.first) return;
    put(&text, KEY, 1);
    put_text(&text, NODE);
    put(&text, store.epoch, 4);
    put(&text, store.first, 4);
    hmac_sha256(store.key, text.bytes, text.size, digest);
    for (int at = 0; at < CHECK_SIZE; at++) sprintf(out + 2 * at, "%02x", digest[at]);
}

static void say_hello(void) { /* 2.1 */
    Body body = {.size = 0};
    char check[2 * CHECK_SIZE + 1];
    check_of(check);
    put(&body, OLDEST_VERSION, 1);
    put(&body, VERSION, 1);
    put_text(&body, NODE);
    put(&body, store.epoch, 4);
    put(&body, store.boot, 4);
    put(&body, store.next, 4);
    put(&body, store.next - (uint32_t)store.count, 4);
    put_text(&body, "example-1");
    put_text(&body, "posix");
    put_text(&body, "arm,ring");
    put(&body, 0, 4);
    put(&body, (uint64_t)now(), 8);
    put_text(&body, "");
    put_text(&body, "");
    put(&body, store.first, 4);
    put_text(&body, check);
    send_frame(HELLO, 0, &body);
    hello_at = now();
}

static void say_tele(void) { /* 5.3 */
    Body body = {.size = 0};
    put(&body, bad, 4);
    put(&body, resent, 4);
    put(&body, store.count, 2);
    put(&body, store.count == EVENTS_MOST, 1);
    put(&body, 0, 4);
    put(&body, 0, 2);
    send_frame(TELE, 0, &body);
    tele_at = now();
}

static void say_error(int code) {
    Body body = {.size = 0};
    put(&body, (uint64_t)code, 1);
    send_frame(ERR, 0, &body);
}

static void say_event(const Event *event) {
    Body body = {.size = 0}, text = {.size = 0};
    int flags = event->boot != store.boot ? REPLAYED : 0; /* 3.6 */
    put(&body, event->seq, 4);
    put(&body, event->t_ms, 8);
    put(&body, event->boot, 4);
    put(&body, event->kind, 1);
    put_bytes(&body, event->body, event->size);
    if (store.first && event->seq >= store.first) { /* 6.2 */
        uint8_t digest[DIGEST_SIZE], whole[BODY_MOST + EVENT_BODY_MOST];
        put(&text, EVENT, 1);
        put_text(&text, NODE);
        put(&text, store.epoch, 4);
        put(&text, event->seq, 4);
        put(&text, event->boot, 4);
        put(&text, event->t_ms, 8);
        put(&text, event->kind, 1);
        memcpy(whole, text.bytes, text.size);
        memcpy(whole + text.size, event->body, event->size);
        hmac_sha256(store.key, whole, text.size + event->size, digest);
        put_bytes(&body, digest, TAG_SIZE);
        flags |= SIGNED;
    }
    send_frame(EVENT, flags, &body);
}

static void send_events(void) { /* 3.4 */
    int again = 0;
    for (size_t at = 0; at < store.count && at < WINDOW; at++) {
        Event *event = &store.events[at];
        if (event->held || (event->sent_at >= 0 && now() - event->sent_at < wait_ms)) continue;
        if (event->sent_at >= 0) { again = 1; resent++; }
        event->sent_at = now();
        say_event(event);
    }
    if (again) wait_ms = 2 * wait_ms < SLOWEST_MS ? 2 * wait_ms : SLOWEST_MS;
}

static void accept(uint32_t upto, uint32_t map) { /* 3.5 */
    if (upto >= store.next) return;
    if (store_ack(&store, upto)) wait_ms = FIRST_MS;
    for (size_t at = 0; at < store.count; at++) {
        uint32_t ahead = store.events[at].seq - upto - 2;
        store.events[at].held = ahead < 32 && map >> ahead & 1;
    }
}

static void welcome(Body *body) { /* 2.3, 2.4 */
    uint32_t proto = (uint32_t)get(body, 1), number = (uint32_t)get(body, 4), accepted = (uint32_t)get(body, 4);
    if (proto < OLDEST_VERSION || proto > VERSION) { say_error(WRONG_VERSION); return; }
    if (!in_session || number != session) {
        if (number != session) done_count = done_next = 0;
        for (size_t at = 0; at < store.count; at++) { store.events[at].sent_at = -1; store.events[at].held = 0; }
        wait_ms = FIRST_MS;
    }
    in_session = 1;
    session = number;
    radio_renew();
    accept(accepted, 0);
    say_tele();
}

static int report(int kind, int dice) {
    uint8_t body[5] = {(uint8_t)dice, 0, 0, 0, 0};
    return store_put(&store, (uint64_t)now(), kind, body, sizeof body);
}

static int obey(int kind, Body *body) { /* chapter 4 */
    int value = (int)get(body, 1);
    if (kind != ARM && kind != RING && kind != RESTART) return UNKNOWN;
    if (body->bad) return REFUSED;
    if (kind == ARM) return report(value ? ARMED : EMPTY, value) ? DONE : REFUSED; /* 3.7 */
    if (kind == RING) return value < PATTERNS ? DONE : REFUSED;
    if (value > 1) return REFUSED;
    restart_at = now() + RESTART_MS;
    return DONE;
}

static void order(Body *body, int64_t late) {
    uint32_t id = (uint32_t)get(body, 4), ttl_ms = (uint32_t)get(body, 2);
    int kind = (int)get(body, 1), status = -1;
    for (size_t at = 0; at < done_count; at++)
        if (done[at].id == id) status = done[at].status;
    if (status < 0) {
        status = late >= (int64_t)ttl_ms ? EXPIRED : obey(kind, body);
        done[done_next].id = id;
        done[done_next].status = status;
        done_next = (done_next + 1) % REMEMBERED;
        if (done_count < REMEMBERED) done_count++;
    }
    Body answer = {.size = 0};
    put(&answer, id, 4);
    put(&answer, (uint64_t)status, 1);
    send_frame(CMD_ACK, 0, &answer);
}

static void take_key(const Body *body) { /* 6.1, 6.4, 8.5 */
    enum { KEY_DONE, KEY_REFUSED, KEY_NO_ROOM };
    int status = KEY_REFUSED;
    char check[2 * CHECK_SIZE + 1];
    if (body->size == 0 && !by_radio) status = store_key(&store, NULL) ? KEY_DONE : KEY_NO_ROOM;
    if (body->size == KEY_SIZE && !by_radio) status = store_key(&store, body->bytes) ? KEY_DONE : KEY_NO_ROOM;
    check_of(check);
    Body answer = {.size = 0};
    put(&answer, (uint64_t)status, 1);
    put(&answer, store.epoch, 4);
    put(&answer, store.first, 4);
    put_text(&answer, check);
    send_frame(KEY_STATE, 0, &answer);
}

static void tell_time(Body *body, int64_t read_ms) { /* 5.1 */
    Body answer = {.size = 0};
    put(&answer, get(body, 8), 8);
    put(&answer, (uint64_t)read_ms, 8);
    put(&answer, (uint64_t)now(), 8);
    send_frame(TIME_A, 0, &answer);
}

static void heard(int type, Body *body, int64_t late) {
    static const uint8_t least[256] = {[WELCOME] = 19, [ACK] = 12, [CMD] = 7, [TIME_Q] = 8, [ERR] = 1};
    if (body->size < least[type]) { bad++; return; } /* 1.6 */
    heard_at = now();
    if (type == WELCOME) welcome(body);
    else if (type == ERR && get(body, 1) == NO_SESSION) { in_session = 0; say_hello(); } /* 2.5 */
    else if (type == TIME_Q) tell_time(body, now());
    else if (!in_session) return; /* 2.2 */
    else if (type == CMD) order(body, late);
    else if (type == KEY) take_key(body);
    else if (type == ACK && get(body, 4) == store.epoch) {
        uint32_t upto = (uint32_t)get(body, 4);
        accept(upto, (uint32_t)get(body, 4));
    }
}

static int open_line(const char *port) {
    struct termios raw;
    int mine = posix_openpt(O_RDWR | O_NOCTTY);
    if (mine < 0 || grantpt(mine) || unlockpt(mine)) { perror("pty"); exit(3); }
    int theirs = open(ptsname(mine), O_RDWR | O_NOCTTY); /* stays open: otherwise reading fails while nobody is there */
    if (theirs < 0 || tcgetattr(theirs, &raw)) { perror("pty"); exit(3); }
    cfmakeraw(&raw);
    tcsetattr(theirs, TCSANOW, &raw);
    unlink(port);
    if (symlink(ptsname(mine), port)) { perror(port); exit(3); }
    return mine;
}

/* What came, and how long it waited on the way. */
static ssize_t listen_to(uint8_t *data, size_t room, int64_t *stuck) {
    struct pollfd wait = {.fd = by_radio ? radio_socket() : line, .events = POLLIN};
    poll(&wait, 1, 5);
    *stuck = 0;
    if (!by_radio) return read(line, data, room);
    if (radio_step(now())) { /* 8.2: a new line */
        memset(&reader, 0, sizeof reader);
        in_session = 0;
        radio_write((const uint8_t *)"", 1);
    }
    return (ssize_t)radio_read(data, now(), stuck);
}

int main(int count, char **words) {
    char number[16];
    if (count < 3) { fprintf(stderr, "usage: %s FOLDER PORT | FOLDER radio HOST PORT SECRET\n", words[0]); return 2; }
    started_ms = now();
    store_open(&store, words[1]);
    by_radio = count == 6;
    if (by_radio) radio_set(words[3], atoi(words[4]), NODE, words[5]);
    else line = count > 3 ? atoi(words[3]) : open_line(words[2]);
    if (!by_radio) fcntl(line, F_SETFL, O_NONBLOCK);
    report(EMPTY, 0);
    hello_at = -HELLO_MS;
    if (!by_radio && write(line, "", 1) < 0) perror(words[2]); /* 1.5 */
    while (restart_at < 0 || now() < restart_at) {
        uint8_t data[PACKET_MOST];
        int64_t stuck;
        ssize_t size = listen_to(data, sizeof data, &stuck);
        int64_t late = now() - read_at + stuck;
        read_at = now();
        for (ssize_t at = 0; at < size; at++) {
            int found = feed(&reader, data[at]);
            if (found < 0) bad++;
            if (found > 0) heard(reader.type, &reader.body, late);
        }
        if (in_session && now() - heard_at > SILENT_MS) in_session = 0; /* 2.6 */
        if (!in_session && now() - hello_at >= HELLO_MS) say_hello();
        if (in_session) {
            send_events();
            int full = store.count == EVENTS_MOST;
            if (full != was_full || now() - tele_at >= TELE_MS) say_tele();
            was_full = full;
        }
    }
    if (by_radio) execv("/proc/self/exe", words);
    snprintf(number, sizeof number, "%d", line);
    execl("/proc/self/exe", words[0], words[1], words[2], number, (char *)NULL);
    return 3;
}
