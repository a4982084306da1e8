#include "sign.h"

#include <string.h>

static const uint32_t K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t turn(uint32_t word, int by) { return word >> by | word << (32 - by); }

static void block(uint32_t state[8], const uint8_t *data) {
    uint32_t w[64], s[8];
    for (int at = 0; at < 16; at++)
        w[at] = (uint32_t)data[4 * at] << 24 | (uint32_t)data[4 * at + 1] << 16 | (uint32_t)data[4 * at + 2] << 8 | data[4 * at + 3];
    for (int at = 16; at < 64; at++) {
        uint32_t one = turn(w[at - 15], 7) ^ turn(w[at - 15], 18) ^ w[at - 15] >> 3;
        uint32_t two = turn(w[at - 2], 17) ^ turn(w[at - 2], 19) ^ w[at - 2] >> 10;
        w[at] = w[at - 16] + one + w[at - 7] + two;
    }
    memcpy(s, state, sizeof s);
    for (int at = 0; at < 64; at++) {
        uint32_t one = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + K[at] + w[at];
        uint32_t two = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += one;
        s[0] = one + two;
    }
    for (int at = 0; at < 8; at++) state[at] += s[at];
}

/* Of 64 bytes and then some more: all that an HMAC needs. At most 512 bytes behind the first block. */
static void sha256_behind(const uint8_t first[64], const uint8_t *data, size_t size, uint8_t out[DIGEST_SIZE]) {
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint8_t rest[640] = {0};
    size_t blocks = (size + 9 + 63) / 64;
    uint64_t bits = 8 * (64 + (uint64_t)size);
    memcpy(rest, data, size);
    rest[size] = 0x80;
    for (int at = 0; at < 8; at++) rest[64 * blocks - 1 - (size_t)at] = (uint8_t)(bits >> 8 * at);
    block(state, first);
    for (size_t at = 0; at < blocks; at++) block(state, rest + 64 * at);
    for (int at = 0; at < DIGEST_SIZE; at++) out[at] = (uint8_t)(state[at / 4] >> (24 - 8 * (at % 4)));
}

void hmac_sha256(const uint8_t key[KEY_SIZE], const uint8_t *text, size_t size, uint8_t out[DIGEST_SIZE]) {
    uint8_t inner[64], outer[64], digest[DIGEST_SIZE];
    for (int at = 0; at < 64; at++) {
        uint8_t byte = at < KEY_SIZE ? key[at] : 0;
        inner[at] = byte ^ 0x36;
        outer[at] = byte ^ 0x5C;
    }
    sha256_behind(inner, text, size, digest);
    sha256_behind(outer, digest, DIGEST_SIZE, out);
}
