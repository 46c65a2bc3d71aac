//! What lanes of warps do together: barriers of their own, votes, shuffles. Owns which lane's number a lane gets; must not know blocks.

use crate::dual::Dual;
use crate::memory::{Checked, Reject};

use super::{Frame, Machine};
use crate::grid::ast::{Shuffle, Stmt};

impl<'p> Machine<'p> {
    /// All lanes of all warps come to it.
    fn full_warps(&self, threads: &[usize]) -> Checked<()> {
        self.all(threads)?;
        match threads.len().is_multiple_of(self.warp) {
            true => Ok(()),
            false => Err(Reject::Invalid("a warp is not full")),
        }
    }

    pub(super) fn warp_barrier(&mut self, threads: &[usize]) -> Checked<()> {
        self.full_warps(threads)?;
        self.turn += 1;
        Ok(())
    }

    pub(super) fn vote(
        &mut self,
        frame: &Frame<'p>,
        stmt: &'p Stmt,
        threads: &[usize],
    ) -> Checked<()> {
        let Stmt::Vote { to, all, cond } = stmt else {
            return Err(Reject::Invalid("not a vote"));
        };
        self.full_warps(threads)?;
        let votes = threads.iter().map(|t| self.cond(frame, cond, *t));
        let votes = votes.collect::<Checked<Vec<bool>>>()?;
        for t in threads {
            let first = t - t % self.warp;
            let mut warp = votes[first..first + self.warp].iter();
            let holds = match all {
                true => warp.all(|vote| *vote),
                false => warp.any(|vote| *vote),
            };
            self.store(frame, to, *t, Dual::constant(f64::from(u8::from(holds))))?;
        }
        Ok(())
    }

    pub(super) fn shuffle(
        &mut self,
        frame: &Frame<'p>,
        stmt: &'p Stmt,
        threads: &[usize],
    ) -> Checked<()> {
        let Stmt::Shuffle {
            to,
            how,
            value,
            by,
            part,
        } = stmt
        else {
            return Err(Reject::Invalid("not a shuffle"));
        };
        self.full_warps(threads)?;
        let part = part.unwrap_or(self.warp);
        let prec = frame.scope.scalar(to).prec();
        let mut values = Vec::with_capacity(threads.len());
        let mut sources = Vec::with_capacity(threads.len());
        for t in threads {
            values.push(self.real(frame, value, *t)?.round(prec));
            let by = self.int(frame, by, *t)?;
            sources.push(source((*how, *t), by, (part, self.warp))?);
        }
        for (t, source) in threads.iter().zip(sources) {
            self.store(frame, to, *t, values[source])?;
        }
        Ok(())
    }
}

/// The thread of the block whose number a lane gets, in parts of a warp, beyond whose ends it gets its own: but for `Xor`, which may reach back.
fn source((how, t): (Shuffle, usize), by: i64, (part, warp): (usize, usize)) -> Checked<usize> {
    let (first, lane) = (t - t % part, t % part);
    let by = usize::try_from(by).ok().filter(|by| *by < warp);
    let by = by.ok_or(Reject::Invalid("no such lane"))?;
    let from = match how {
        Shuffle::Xor => {
            let other = t - t % warp + ((t % warp) ^ by);
            return Ok(if other < first + part { other } else { t });
        }
        Shuffle::Up => lane.checked_sub(by).unwrap_or(lane),
        Shuffle::Down => Some(lane + by).filter(|l| *l < part).unwrap_or(lane),
        Shuffle::From => by % part,
    };
    Ok(first + from)
}
