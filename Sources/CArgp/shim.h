// The option parser of the GNU C library; elsewhere it is the package argp-standalone.
#include <argp.h>
