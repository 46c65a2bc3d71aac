//===- source_types.cpp - Types of the source, as debug information has them ===//
//
// LLVM's own types say nothing about what a pointer leads to; debug information does.
//
// Owns: reading the types of parameters and their parts. Must not: know who asks, and for what.
//
//===----------------------------------------------------------------------===//

#include "shim.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"

using namespace llvm;

/// The type without what only restricts its use, or names it.
static DIType *plain(DIType *Type) {
  while (auto *Derived = dyn_cast_or_null<DIDerivedType>(Type)) {
    switch (Derived->getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
    case dwarf::DW_TAG_template_alias:
      Type = Derived->getBaseType();
      continue;
    default:
      return Type;
    }
  }
  return Type;
}

/// Elements in all dimensions; 0 if debug information does not say a number.
static uint64_t elements(const DICompositeType &Array) {
  uint64_t All = 1;
  auto Constant = [](const DISubrange::BoundType &Bound) {
    auto *Number = dyn_cast_if_present<ConstantInt *>(Bound);
    return Number ? std::optional(Number->getSExtValue()) : std::nullopt;
  };
  for (const DINode *Dimension : Array.getElements()) {
    auto *Range = dyn_cast_or_null<DISubrange>(Dimension);
    if (!Range)
      return 0;
    auto Count = Constant(Range->getCount()), Low = Constant(Range->getLowerBound()), High = Constant(Range->getUpperBound());
    if (!Count && High && Low)
      Count = *High - *Low + 1;
    if (!Count || *Count < 0)
      return 0;
    All *= *Count;
  }
  return All;
}

static EzSourceKind kindOf(const DIBasicType &Basic) {
  switch (Basic.getEncoding()) {
  case dwarf::DW_ATE_float:
    // Of those of 16 bytes, x87's alone; halves have other formats than one.
    return Basic.getSizeInBits() == 32 || Basic.getSizeInBits() == 64 || Basic.getName() == "long double" ? EzSourceFloat : EzSourceUnknown;
  case dwarf::DW_ATE_complex_float:
    return EzSourceComplex;
  default:
    return EzSourceOther;
  }
}

/// Whether nothing but integers and their like lies in a type.
static bool isOther(const DIType *Type) {
  if (auto *Basic = dyn_cast_or_null<DIBasicType>(Type))
    return Basic->getEncoding() != dwarf::DW_ATE_float && Basic->getEncoding() != dwarf::DW_ATE_complex_float;
  auto *Array = dyn_cast_or_null<DICompositeType>(Type);
  return Array && Array->getTag() == dwarf::DW_TAG_array_type && isOther(plain(Array->getBaseType()));
}

static bool hasOthersOnly(const DICompositeType &Union) {
  return all_of(Union.getElements(), [](DINode *Element) {
    auto *Member = dyn_cast_or_null<DIDerivedType>(Element);
    return !Member || isOther(plain(Member->getBaseType()));
  });
}

static EzSourceKind kindOf(const DICompositeType &Composite) {
  switch (Composite.getTag()) {
  case dwarf::DW_TAG_structure_type:
  case dwarf::DW_TAG_class_type:
    return Composite.isForwardDecl() ? EzSourceUnknown : EzSourceRecord;
  case dwarf::DW_TAG_array_type:
    // What a descriptor leads to does not lie where the variable lies.
    return Composite.getRawDataLocation() ? EzSourceUnknown : EzSourceArray;
  case dwarf::DW_TAG_enumeration_type:
    return EzSourceOther;
  case dwarf::DW_TAG_union_type:
    return hasOthersOnly(Composite) ? EzSourceOther : EzSourceUnknown;
  default:
    return EzSourceUnknown;
  }
}

static EzSourceKind kindOf(const DIDerivedType &Derived) {
  switch (Derived.getTag()) {
  case dwarf::DW_TAG_pointer_type:
  case dwarf::DW_TAG_reference_type:
  case dwarf::DW_TAG_rvalue_reference_type:
    return EzSourcePointer;
  // An offset, or a pair with one.
  case dwarf::DW_TAG_ptr_to_member_type:
    return EzSourceOther;
  default:
    return EzSourceUnknown;
  }
}

static EzSourceKind kindOf(const DIType *Type) {
  if (auto *Basic = dyn_cast_or_null<DIBasicType>(Type))
    return kindOf(*Basic);
  if (auto *Composite = dyn_cast_or_null<DICompositeType>(Type))
    return kindOf(*Composite);
  if (auto *Derived = dyn_cast_or_null<DIDerivedType>(Type))
    return kindOf(*Derived);
  return isa_and_nonnull<DISubroutineType>(Type) ? EzSourceOther : EzSourceUnknown;
}

/// Members that lie in the record itself, its bases among them.
static SmallVector<DIDerivedType *> members(const DICompositeType &Record) {
  SmallVector<DIDerivedType *> Found;
  for (DINode *Element : Record.getElements()) {
    auto *Member = dyn_cast_or_null<DIDerivedType>(Element);
    bool Lies = Member && (Member->getTag() == dwarf::DW_TAG_member || Member->getTag() == dwarf::DW_TAG_inheritance);
    if (Lies && !Member->isStaticMember())
      Found.push_back(Member);
  }
  return Found;
}

static DIType *base(DIType *Type) {
  if (auto *Composite = dyn_cast_or_null<DICompositeType>(Type))
    return Composite->getBaseType();
  auto *Derived = dyn_cast_or_null<DIDerivedType>(Type);
  return Derived ? Derived->getBaseType() : nullptr;
}

extern "C" {

LLVMMetadataRef ez_parameter_type(LLVMValueRef function, uint32_t index) {
  auto *F = unwrap<Function>(function);
  DISubprogram *Own = F->getSubprogram();
  if (!Own || !Own->getType())
    return nullptr;
  DITypeRefArray Types = Own->getType()->getTypeArray();
  uint32_t Hidden = F->hasStructRetAttr() ? 1 : 0;
  // The first type is that of the result. Where structures are passed in pieces, the parameters are not those of the source.
  if (index < Hidden || Types.size() - 1 != F->arg_size() - Hidden)
    return nullptr;
  return wrap(plain(Types[index - Hidden + 1]));
}

EzSourceType ez_source_type(LLVMMetadataRef type) {
  auto *Type = cast<DIType>(unwrap(type));
  EzSourceType Told = {kindOf(Type), 0, Type->getSizeInBits() / 8, 0, wrap(plain(base(Type)))};
  auto *Composite = dyn_cast<DICompositeType>(Type);
  if (Told.kind == EzSourceArray)
    Told.count = elements(*Composite);
  if (Told.kind == EzSourceRecord)
    Told.members = members(*Composite).size();
  return Told;
}

int32_t ez_is_source_reference(LLVMMetadataRef type) {
  unsigned Tag = cast<DIType>(unwrap(type))->getTag();
  return Tag == dwarf::DW_TAG_reference_type || Tag == dwarf::DW_TAG_rvalue_reference_type;
}

EzSourceMember ez_source_member(LLVMMetadataRef type, uint32_t index) {
  DIDerivedType *Member = members(*cast<DICompositeType>(unwrap(type)))[index];
  bool Virtual = Member->getTag() == dwarf::DW_TAG_inheritance && (Member->getFlags() & DINode::FlagVirtual);
  // Bits are numbers, and where a virtual base lies is known when the program runs.
  if (Member->isBitField() || Virtual)
    return {0, nullptr, ""};
  // LLVM keeps texts with a zero byte behind them.
  const char *Name = Member->getName().empty() ? "" : Member->getName().data();
  return {Member->getOffsetInBits() / 8, wrap(plain(Member->getBaseType())), Name};
}

} // extern "C"
