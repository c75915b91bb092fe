#include "COfflineWeights.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char weights[] = {
#embed "weights.bin"
};

const unsigned long offline_weights_count = sizeof weights;

const unsigned char *offline_weights_bytes(void) { return weights; }
