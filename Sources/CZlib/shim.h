// zlib as the system installs it, for its CRC-32; Python's zlib.crc32 gives the same sums.
#include <zlib.h>
