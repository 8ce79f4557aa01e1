// OpenBLAS as the system installs it; pkg-config says where.
#include <cblas.h>
