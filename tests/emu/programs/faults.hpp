// Kernels with one fault each. Every function launches one and returns the cudaError_t that a
// later synchronization, or a refused launch, gives.
#pragma once

namespace shardsweep::emu {

int missing_barrier();
int missing_barrier_mended();
int out_of_bounds_by_one();
int out_of_bounds_in_shared();
int misaligned_vector_load();
int plain_global_counter();
int unordered_blocks();
int relaxed_without_fence();
int uninitialised_shared();
int uninitialised_global_condition();
int endless_loop();
int divergent_barrier();
int divergent_shuffle();
int use_after_free();
/// A block of more threads than the kernel's launch bounds.
int too_many_threads();
/// A grid that covers more elements than there are.
int too_many_blocks();
int no_blocks();
int too_much_shared();
int device_assertion();
int before_the_beginning();
int misaligned_vector_store();
int out_of_bounds_in_local();
int out_of_bounds_in_constants();
int plain_shared_counter();
int overlapping_bytes();
int short_named_barrier();
int lock_that_orders_nothing();
int trapped();
int unknown_external();
int waiting_block();

}  // namespace shardsweep::emu
