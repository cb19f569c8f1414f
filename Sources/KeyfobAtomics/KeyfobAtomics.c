// The functions are in the header, so that they are inlined. SwiftPM requires a source file.
#include "KeyfobAtomics.h"
