#!/usr/bin/env bash
# Runs of a new project under a Slurm that is started for it, on this machine alone: by sbatch and srun; stopped by a limit and queued again; with a rank killed in the
# middle. Each must give the bits of the run that nobody disturbed. Needs root, and munge, slurmctld, slurmd and slurm-client of Debian.
#
#   scripts/test-slurm.sh BUILD_FOLDER
set -euo pipefail

bin=$(cd "$1" && pwd)
export PATH=$bin:/usr/sbin:$PATH
for program in munged slurmctld slurmd sbatch srun mpicc mpirun; do
    command -v "$program" >/dev/null || {
        echo "test-slurm: error: there is no $program; apt-get install munge slurmctld slurmd slurm-client mpi-default-dev" >&2
        exit 1
    }
done
[ "$(id -u)" = 0 ] || { echo "test-slurm: error: starting a Slurm takes root" >&2; exit 1; }

work=$(mktemp -d)
chmod 755 "$work"
host=$(hostname -s)
munge=
end() {
    pkill -F "$work/slurmd.pid" 2>/dev/null || true
    pkill -F "$work/slurmctld.pid" 2>/dev/null || true
    [ -z "$munge" ] || kill "$munge" 2>/dev/null || true
    rm -rf "$work"
}
trap end EXIT

if ! pgrep -x munged >/dev/null; then
    install -d -o munge /run/munge
    runuser -u munge -- munged
    munge=$(cat /run/munge/munged.pid)
fi
mkdir "$work/state" "$work/spool"
# More tasks than processors, so that ranks fit on small machines.
cat >"$work/slurm.conf" <<EOF
ClusterName=trial
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=16817
SlurmdPort=16818
SlurmUser=root
AuthType=auth/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=4
PartitionName=all Nodes=$host Default=YES
EOF
export SLURM_CONF=$work/slurm.conf
slurmctld
slurmd
for _ in $(seq 50); do
    [ "$(sinfo -h -o %t 2>/dev/null)" = idle ] && break
    sleep 0.2
done
[ "$(sinfo -h -o %t)" = idle ] || {
    echo "test-slurm: error: the node does not come up" >&2
    tail -n 5 "$work/slurmctld.log" "$work/slurmd.log" >&2
    exit 1
}

cd "$work"
enzyme-rs new shelf --mpi >/dev/null
cd shelf
make >/dev/null
cat >shelf.toml <<'EOF'
application = "libshelf.so"
[parameters]
points = 20000
steps = 4000
time_step = "1 ms"
[checkpoints]
schedule = "multistage"
ram = "10 MB"
disk = "20 MB"
save = "100 ms"
EOF
# Open MPI under this Slurm starts by PMIx, MPICH by PMI2.
kind=pmix
mpirun --version | grep -q "Open MPI" || kind=pmi2
sed -i "s/^srun /srun --mpi=$kind /" jobs/slurm.sh

# Waits until no job is left, ten minutes at most, and gives the norm that a log ends with. A job that is queued again would begin two minutes later.
norm() { # LOG
    local end=$((SECONDS + 600))
    while [ -n "$(squeue -h)" ]; do
        [ $SECONDS -lt $end ] || { echo "test-slurm: error: jobs do not end: $(squeue -h -o '%i %t %r')" >&2 && break; }
        for job in $(squeue -h -t PENDING -o %i); do
            scontrol update JobId="$job" StartTime=now 2>/dev/null || true
        done
        sleep 0.2
    done
    sed -n 's/^gradient: norm //p' "$1"
}
same() { # WHAT NORM
    [ "$2" = "$expected" ] || {
        echo "test-slurm: error: $1 gives $2, not $expected" >&2
        cat ./*.log >&2
        exit 1
    }
    echo "ok: $1"
}

srun --mpi=$kind -n 2 enzyme-rs run shelf.toml >srun.log
expected=$(norm srun.log)
[ -n "$expected" ] || { cat srun.log >&2; exit 1; }
echo "ok: srun, gradient $expected"

sbatch -Q -o whole.log jobs/slurm.sh shelf.toml --fresh
same "sbatch" "$(norm whole.log)"

sbatch -Q -o limit.log jobs/slurm.sh shelf.toml --set 'output = "limit"' --set 'checkpoints.limit = "2 s"'
same "stopped by a limit and queued again" "$(norm limit.log)"
[ "$(grep -c '^stopped' limit.log)" -ge 1 ] || { echo "test-slurm: error: it was never stopped" >&2; cat limit.log >&2; exit 1; }

job=$(sbatch --parsable -o killed.log jobs/slurm.sh shelf.toml --set 'output = "killed"')
for _ in $(seq 600); do
    [ -e killed/journal/rank0001.previous.journal ] && break
    sleep 0.02
done
# The process of rank 1 in the job's first step.
rank=$(scontrol listpids "$job" | awk '$3 == "0" && $5 == "1" { print $1 }')
[ -n "$rank" ] && kill -9 "$rank" || { echo "test-slurm: error: there is no rank left to kill" >&2; cat killed.log >&2; exit 1; }
[ -z "$(norm killed.log)" ] || { echo "test-slurm: error: it ended well, although a rank was killed" >&2; exit 1; }
sbatch -Q -o again.log jobs/slurm.sh shelf.toml --set 'output = "killed"'
same "a rank killed in the middle, and the same job again" "$(norm again.log)"
grep -q "process 2 of this run" again.log || { echo "test-slurm: error: the same job did not go on" >&2; cat again.log >&2; exit 1; }
