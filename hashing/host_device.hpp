#pragma once

/// Marks a function for the host and, under nvcc, for the device too.
#ifdef __CUDACC__
#define SHARDSWEEP_HD __host__ __device__
#else
#define SHARDSWEEP_HD
#endif
