// What the words of a memory instruction say.
#pragma once

#include "tests/ptx_emulator/insn.hpp"
#include "tests/ptx_emulator/syntax.hpp"

namespace shardsweep::ptx {

inline Space space_of(const Statement& s) {
  if (s.has("global")) return Space::global;
  if (s.has("shared") || s.has("shared::cta")) return Space::shared;
  if (s.has("local")) return Space::local;
  if (s.has("param") || s.has("param::entry") || s.has("param::func")) return Space::param;
  return s.has("const") ? Space::constant : Space::generic;
}

/// Volatile accesses are relaxed ones, as the manual allows to treat them.
inline Order order_of(const Statement& s) {
  if (s.has("acq_rel")) return Order::acquire_release;
  if (s.has("acquire")) return Order::acquire;
  if (s.has("release")) return Order::release;
  return s.has("relaxed") || s.has("volatile") || s.has("mmio") ? Order::relaxed : Order::weak;
}

}  // namespace shardsweep::ptx
