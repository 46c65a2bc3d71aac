#!/bin/sh
# Makes src/lanes.nvidia.ll and src/lanes.amd.ll of src/lanes.cu; with a folder, there. Bodies and declarations are all that the library needs.
set -eu
here=$(dirname "$0")/src
to=${1:-$here}

plain() {
    awk -v about="$1" '
        BEGIN { print "; Made of lanes.cu by lanes.sh, for " about "." }
        /^attributes #/ {
            split($0, part, " "); number = part[2]
            attributes[number] = (/ convergent /? "convergent ": "") (/ alwaysinline /? "alwaysinline ": "") "nounwind" (/inaccessiblemem/? " memory(inaccessiblemem: readwrite)": "") (/memory\(none\)/? " memory(none)": "")
        }
        /^declare .*@enzyme_rs_/ { next } # the rest of the library has it
        /^(source_filename|target |attributes|@__hip|@llvm\.|!|;)/ { next }
        { sub(/^define (weak hidden|internal)/, "define weak_odr hidden"); gsub(/, !llvm\.loop ![0-9]+/, ""); gsub(/, !srcloc ![0-9]+/, ""); gsub(/, !tbaa ![0-9]+/, ""); gsub(/, !amdgpu\.[a-z.]+ ![0-9]+/, ""); gsub(/ local_unnamed_addr/, ""); gsub(/ +; preds = .*/, ""); line[++lines] = $0 }
        END {
            for (i = 1; i <= lines; i++) {
                text = line[i]
                while (match(text, /#[0-9]+/)) {
                    number = substr(text, RSTART, RLENGTH)
                    text = substr(text, 1, RSTART - 1) attributes[number] substr(text, RSTART + RLENGTH)
                }
                if (text != "" || line[i - 1] != "") print text
            }
        }'
}

clang=${CLANG:-clang-22}
"$clang" -x cuda -nocudainc -nocudalib --cuda-gpu-arch=sm_70 --cuda-device-only --cuda-feature=+ptx64 -O2 -emit-llvm -S "$here/lanes.cu" -o - |
    plain "NVIDIA's machines" > "$to/lanes.nvidia.ll"
"$clang" -x hip -nogpuinc -nogpulib --offload-arch=gfx90a --offload-device-only -O2 -emit-llvm -S "$here/lanes.cu" -o - |
    plain "AMD's machines" > "$to/lanes.amd.ll"
