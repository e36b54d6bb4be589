// The functions of json-c that StateFiles calls; json-c's own headers say the rest.
#ifndef STATES_CJSON_SHIM_H
#define STATES_CJSON_SHIM_H
#include <json-c/json.h>
#endif
