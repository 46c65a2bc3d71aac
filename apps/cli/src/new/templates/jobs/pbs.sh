#!/usr/bin/env bash
# qsub jobs/pbs.sh, from the project's folder; of another case: qsub -v CASE=other.toml jobs/pbs.sh
#PBS -N NAME
#PBS -l select=1:ncpus=RANKS:mpiprocs=RANKS
#PBS -l walltime=01:00:00
#PBS -j oe
#PBS -r y

# The run ends a little before the job does, with 75 if there is more to do: then the next job goes on.
cd "$PBS_O_WORKDIR" || exit 1
mpirun -n RANKS enzyme-rs run "${CASE:-NAME.toml}" --set 'checkpoints.limit = "55 min"'
code=$?
if [ "$code" -eq 75 ]; then
    qsub ${CASE:+-v CASE="$CASE"} jobs/pbs.sh
fi
exit "$code"
