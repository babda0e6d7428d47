#include "tests/ptx_emulator/special_registers.hpp"

#include <unordered_map>

namespace shardsweep::ptx {

using Name = Special::Name;

Name special_named(const std::string& name) {
  static const std::unordered_map<std::string, Name> names{
      {"%tid.x", Name::tid_x},
      {"%tid.y", Name::tid_y},
      {"%tid.z", Name::tid_z},
      {"%ntid.x", Name::ntid_x},
      {"%ntid.y", Name::ntid_y},
      {"%ntid.z", Name::ntid_z},
      {"%ctaid.x", Name::ctaid_x},
      {"%ctaid.y", Name::ctaid_y},
      {"%ctaid.z", Name::ctaid_z},
      {"%nctaid.x", Name::nctaid_x},
      {"%nctaid.y", Name::nctaid_y},
      {"%nctaid.z", Name::nctaid_z},
      {"%laneid", Name::laneid},
      {"%warpid", Name::warpid},
      {"%nwarpid", Name::nwarpid},
      {"%smid", Name::zero},
      {"%nsmid", Name::one},
      {"%gridid", Name::zero},
      {"%lanemask_eq", Name::lanemask_eq},
      {"%lanemask_lt", Name::lanemask_lt},
      {"%lanemask_le", Name::lanemask_le},
      {"%lanemask_gt", Name::lanemask_gt},
      {"%lanemask_ge", Name::lanemask_ge},
      {"%dynamic_smem_size", Name::dynamic_shared_size},
      {"%dynamic_shared", Name::dynamic_shared},
      // Time stands still: no result may depend on it.
      {"%clock", Name::zero},
      {"%clock64", Name::zero},
      {"%globaltimer", Name::zero},
  };
  const auto found = names.find(name);
  return found == names.end() ? Name::none : found->second;
}

u64 special_value(Name name, const WarpPlace& at, u32 lane) {
  const u32 thread = at.warp * warp_size + lane;
  switch (name) {
    case Name::tid_x:
      return thread % at.block.x;
    case Name::tid_y:
      return thread / at.block.x % at.block.y;
    case Name::tid_z:
      return thread / (at.block.x * at.block.y);
    case Name::ntid_x:
      return at.block.x;
    case Name::ntid_y:
      return at.block.y;
    case Name::ntid_z:
      return at.block.z;
    case Name::ctaid_x:
      return at.block_index.x;
    case Name::ctaid_y:
      return at.block_index.y;
    case Name::ctaid_z:
      return at.block_index.z;
    case Name::nctaid_x:
      return at.grid.x;
    case Name::nctaid_y:
      return at.grid.y;
    case Name::nctaid_z:
      return at.grid.z;
    case Name::laneid:
      return lane;
    case Name::warpid:
      return at.warp;
    case Name::nwarpid:
      return (at.block.count() + warp_size - 1) / warp_size;
    case Name::lanemask_eq:
      return u32{1} << lane;
    case Name::lanemask_lt:
      return (u32{1} << lane) - 1;
    case Name::lanemask_le:
      return (u32{2} << lane) - 1;
    case Name::lanemask_gt:
      return ~((u32{2} << lane) - 1);
    case Name::lanemask_ge:
      return ~((u32{1} << lane) - 1);
    case Name::dynamic_shared_size:
      return at.dynamic_shared_size;
    case Name::dynamic_shared:
      return at.dynamic_shared;
    case Name::one:
      return 1;
    default:
      return 0;
  }
}

}  // namespace shardsweep::ptx
