// The functions of expat that XMLFiles calls; expat's own header says the rest.
#ifndef STATES_CEXPAT_SHIM_H
#define STATES_CEXPAT_SHIM_H
#include <expat.h>
#endif
