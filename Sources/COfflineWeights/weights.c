#define ZLIB_CONST
#include <stdlib.h>
#include <zlib.h>

#include "COfflineWeights.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// A quarter of what `offline-train` writes, by `gzip -9n`.
static const unsigned char packed[] = {
#embed "weights.bin.gz"
};

static unsigned char weights[524330];
const unsigned long offline_weights_count = sizeof weights;

// Inflates them each time: its one caller is a constant, which Swift makes once.
const unsigned char *offline_weights_bytes(void) {
  z_stream stream = {
      .next_in = packed,
      .avail_in = sizeof packed,
      .next_out = weights,
      .avail_out = sizeof weights,
  };
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK ||
      inflate(&stream, Z_FINISH) != Z_STREAM_END || stream.avail_out != 0) {
    abort();
  }
  inflateEnd(&stream);
  return weights;
}
