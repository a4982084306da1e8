/* The way through the table's broker, after chapter 8 of ../protocol/README.md: just enough MQTT 3.1.1 over TCP. */
#ifndef RADIO_H
#define RADIO_H
#include <stddef.h>
#include <stdint.h>

enum { PACKET_MOST = 1300 };

void radio_set(const char *host, int port, const char *node, const char *secret);
int radio_step(int64_t now); /* connects, pings, notices silence: 1 when a new connection is there just now */
int radio_socket(void);      /* to wait on, -1: none */
int radio_write(const uint8_t *frame, size_t size); /* 0: it was lost, as on a cable that is pulled */

/* The next bytes of the host, at most PACKET_MOST; 0: none yet. `stuck`: for how many ms they waited on the way (8.3). */
size_t radio_read(uint8_t *out, int64_t now, int64_t *stuck);
void radio_renew(void); /* a session began: the host's clock may be another one */
#endif
