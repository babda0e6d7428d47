#include "kernels/cuda/stream.hpp"

#include "kernels/cuda/check.hpp"

namespace shardsweep::kernels::cuda {

Event::Event() {
  check(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming), "cudaEventCreateWithFlags");
}

Event::~Event() {
  if (event_ != nullptr) forget(cudaEventDestroy(event_));
}

void Event::record(cudaStream_t stream) {
  check(cudaEventRecord(event_, stream), "cudaEventRecord");
}

void Event::wait() const {
  check(cudaEventSynchronize(event_), "cudaEventSynchronize");
}

void Event::hold(cudaStream_t stream) const {
  check(cudaStreamWaitEvent(stream, event_, 0), "cudaStreamWaitEvent");
}

Stream::Stream() {
  check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
}

Stream::~Stream() {
  if (stream_ == nullptr) return;
  forget(cudaStreamSynchronize(stream_));
  forget(cudaStreamDestroy(stream_));
}

}  // namespace shardsweep::kernels::cuda
