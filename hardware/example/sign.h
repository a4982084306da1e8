/* Tags under events, after chapter 6 of ../protocol/README.md: SHA-256 (FIPS 180-4) and HMAC (RFC 2104), written anew. */
#ifndef SIGN_H
#define SIGN_H
#include <stddef.h>
#include <stdint.h>

enum { KEY_SIZE = 32, TAG_SIZE = 16, CHECK_SIZE = 8, DIGEST_SIZE = 32 };

void hmac_sha256(const uint8_t key[KEY_SIZE], const uint8_t *text, size_t size, uint8_t out[DIGEST_SIZE]);
#endif
