#!/usr/bin/env bash
# flux batch jobs/flux.sh [CASE.toml [OPTION ...]], from the project's folder
#flux: --job-name=NAME
#flux: --nslots=RANKS
#flux: --time-limit=1h
#flux: --output=NAME.{{id}}.log

# The run ends two minutes before the job does, with 75 if there is more to do: then the next job goes on.
left=$(flux job timeleft)
left=${left%.*}
if [ -z "$left" ]; then
    echo "jobs/flux.sh: flux does not say how long this job has left, which is taken for one hour" >&2
    left=3600
fi
limit=$((left > 240 ? left - 120 : left / 2))
flux run --ntasks=RANKS enzyme-rs run "${@:-NAME.toml}" --set "checkpoints.limit = '$limit s'"
code=$?
if [ "$code" -eq 75 ]; then
    flux batch jobs/flux.sh "$@"
fi
exit "$code"
