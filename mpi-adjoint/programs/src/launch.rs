//! Runs of mpirun. Owns the time limit and what keeps two runs at a time apart. Must not: know which MPI it is, judge
//! what a program says.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::time::{Duration, Instant};
use std::{io, thread};

/// How long the ranks may take to say what they did last, once they have been asked to end.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// What a run came to.
#[derive(Debug)]
pub struct Run {
    /// How mpirun ended; nothing if it did not within the limit.
    pub status: Option<ExitStatus>,
    /// The standard output.
    pub said: String,
    /// The standard error.
    pub complained: String,
}

impl Run {
    /// All ranks ended well, and in time.
    #[must_use]
    pub fn success(&self) -> bool {
        self.status.is_some_and(|status| status.success())
    }

    /// All that was said, standard output first.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{}{}", self.said, self.complained)
    }
}

/// Runs the command until it ends, or is ended after the limit.
///
/// # Errors
/// Why it cannot be run.
pub fn launch(command: &mut Command, limit: Duration) -> io::Result<Run> {
    let own = tempfile::tempdir()?;
    // Not pipes: what is left of a run that was ended would keep them open, and who reads them would wait for it.
    let [said, complained] = ["stdout", "stderr"].map(|name| own.path().join(name));
    let mut child = command
        // Ranks that wait must not keep the others from the few cores.
        .env("OMPI_MCA_mpi_yield_when_idle", "1")
        // Open MPI's runs of one user share a folder, and one may remove it while another one makes it.
        .env("OMPI_MCA_orte_tmpdir_base", own.path())
        .stdout(File::create(&said)?)
        .stderr(File::create(&complained)?)
        .spawn()?;
    let status = wait(&mut child, limit)?;
    let read = |path: &Path| fs::read(path).map(|text| String::from_utf8_lossy(&text).into_owned());
    Ok(Run {
        status,
        said: read(&said)?,
        complained: read(&complained)?,
    })
}

/// How it ended, or nothing if it had to be ended.
fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    if let Some(status) = ends(child, limit)? {
        return Ok(Some(status));
    }
    // mpirun passes this on to the ranks.
    let mut kill = Command::new("kill");
    kill.arg(child.id().to_string()).status()?;
    if ends(child, LAST_WORDS)?.is_none() {
        child.kill()?;
        child.wait()?;
    }
    Ok(None)
}

fn ends(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let deadline = Instant::now() + limit;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(Duration::from_millis(20));
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_end_is_ended() {
        let mut command = Command::new("sh");
        // The process that is asked ends; another one, which was not, would say more.
        let script = "echo begun; trap 'echo asked; exit' TERM; (sleep 60; echo late) & wait";
        command.args(["-c", script]);
        let run = launch(&mut command, Duration::from_secs(1)).unwrap();
        assert!(run.status.is_none());
        assert_eq!(run.text(), "begun\nasked\n");
    }
}
