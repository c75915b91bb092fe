#ifndef C_OFFLINE_WEIGHTS_H
#define C_OFFLINE_WEIGHTS_H

// What the offline model has learned, as `offline-train` writes it.
const unsigned char *offline_weights_bytes(void);
extern const unsigned long offline_weights_count;

#endif
