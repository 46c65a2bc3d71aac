#!/usr/bin/env bash
# qsub jobs/pbs.sh, from the project's folder; of another case: qsub -v CASE=other.toml jobs/pbs.sh
#PBS -N NAME
#PBS -l select=1:ncpus=RANKS:mpiprocs=RANKS
#PBS -l walltime=01:00:00
#PBS -j oe
#PBS -r y

# The run ends five minutes before the job does, with 75 if there is more to do: then the next job goes on. No variable of PBS says when the job ends.
cd "$PBS_O_WORKDIR" || exit 1
seconds=$(qstat -f "$PBS_JOBID" | awk '$1 == "Resource_List.walltime" && split($3, t, ":") == 3 { print t[1] * 3600 + t[2] * 60 + t[3] }')
if [ -z "$seconds" ]; then
    echo "jobs/pbs.sh: qstat does not say the walltime of this job, which is taken for one hour" >&2
    seconds=3600
fi
limit=$((seconds > 600 ? seconds - 300 : seconds / 2))
mpirun -n RANKS enzyme-rs run "${CASE:-NAME.toml}" --set "checkpoints.limit = '$limit s'"
code=$?
if [ "$code" -eq 75 ]; then
    qsub ${CASE:+-v CASE="$CASE"} jobs/pbs.sh
fi
exit "$code"
