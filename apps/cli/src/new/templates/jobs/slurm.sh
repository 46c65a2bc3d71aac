#!/usr/bin/env bash
# sbatch jobs/slurm.sh [CASE.toml [OPTION ...]], from the project's folder
#SBATCH --job-name=NAME
#SBATCH --ntasks=RANKS
#SBATCH --time=01:00:00
#SBATCH --output=NAME.%j.log
#SBATCH --open-mode=append
#SBATCH --requeue

# The run knows when the job ends, writes down where it stands in time (`checkpoints.margin` of the case), and ends with 75: the job goes to the queue
# again, and goes on. So it does where a node is lost (--requeue). Sites differ in how ranks start: srun --mpi=pmix, or mpirun.
# As an array (sbatch --array=0-5 jobs/slurm.sh), each job runs a member of the case's [ensemble]; enzyme-rs run NAME.toml --summary sums up.
srun enzyme-rs run "${@:-NAME.toml}" ${SLURM_ARRAY_TASK_ID:+--member "$SLURM_ARRAY_TASK_ID"}
code=$?
if [ "$code" -eq 75 ]; then
    scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
