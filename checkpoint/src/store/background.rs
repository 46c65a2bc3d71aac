//! Any store behind a thread of its own. Owns the queue, its bound and what was read ahead.
//!
//! A write hands over its buffer and returns. A read takes what was prefetched or, unless the store is lossy, is still
//! waiting to be written, or waits. A write that is discarded before it began never happens. Reads go first: somebody waits
//! for them. Nothing is reordered that could be told apart: an entry is written once, and read after that.
//!
//! A lossy store is not served from the queue, and is no tier of several, whose room may differ after a crash.

use super::{Buffer, Entry, Fault, Kept, Owner, Pool, Store, StoreError, Traffic};
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

/// A store whose reading and writing goes on while the model computes.
pub struct Background {
    shared: Arc<Shared>,
    worker: Option<JoinHandle<()>>,
}

struct Shared {
    inner: Mutex<Box<dyn Store>>,
    queue: Mutex<Queue>,
    changed: Condvar,
    /// Bytes that may wait here, coming or going.
    memory: usize,
    /// Of the store; what waits to be written there is not what will be read.
    loss: Option<String>,
    pool: Pool,
}

#[derive(Default)]
struct Queue {
    reads: VecDeque<Entry>,
    others: VecDeque<Job>,
    /// What the worker writes, or reads, right now.
    writing: Option<u64>,
    reading: Option<Entry>,
    removing: bool,
    /// The entry being read was discarded meanwhile.
    unwanted: bool,
    ready: BTreeMap<u64, Buffer>,
    waiting_bytes: usize,
    ready_bytes: usize,
    /// That of the store, after what it has done so far.
    room: Option<u64>,
    surviving: BTreeSet<u64>,
    traffic: Traffic,
    prefetched: u64,
    cancelled: u64,
    error: Option<StoreError>,
    /// The store has panicked: nothing is done any more.
    broken: Option<StoreError>,
    closing: bool,
}

enum Job {
    Write(Entry, Buffer),
    Discard(Entry),
}

enum Work {
    Read(Entry),
    Write(Entry, Buffer),
    Discard(Entry),
}

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The queue, unless something went wrong: a failure is told once, that the store is broken each time.
fn sound(mut queue: MutexGuard<'_, Queue>) -> Result<MutexGuard<'_, Queue>, StoreError> {
    match queue.error.take().or_else(|| queue.broken.clone()) {
        Some(error) => Err(error),
        None => Ok(queue),
    }
}

/// The failure of a store that has panicked.
fn panicked(panic: &(dyn Any + Send)) -> StoreError {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let cause = format!("it panicked: {}", text.unwrap_or("no message"));
    StoreError::of(Fault::Failed, "use", "the store in the background", cause)
}

impl Background {
    /// `store`, with at most `memory` bytes of checkpoints waiting (or one checkpoint, if it is larger).
    ///
    /// # Errors
    /// If the system gives no thread, or if the store is one of all ranks: their threads would not read and write in the
    /// same order.
    pub fn new(store: impl Store + 'static, memory: usize) -> Result<Self, StoreError> {
        if store.is_shared() {
            let (what, cause) = ("a thread for I/O", "ranks write to one file in one order");
            let error = StoreError::of(Fault::Unsupported, "start", what, cause);
            return Err(error.with_remedy("give the run that store itself"));
        }
        let queue = Queue {
            room: store.room(),
            ..Queue::default()
        };
        let shared = Arc::new(Shared {
            loss: store.loss(),
            inner: Mutex::new(Box::new(store)),
            queue: Mutex::new(queue),
            changed: Condvar::new(),
            memory,
            pool: Pool::new(),
        });
        let theirs = Arc::clone(&shared);
        let worker = thread::Builder::new()
            .name("checkpoint-io".into())
            .spawn(move || theirs.work())
            .map_err(|error| StoreError::of(Fault::Failed, "start", "a thread for I/O", error))?;
        Ok(Self {
            shared,
            worker: Some(worker),
        })
    }

    /// The queue, unless something went wrong in the background.
    fn queue(&self) -> Result<MutexGuard<'_, Queue>, StoreError> {
        sound(locked(&self.shared.queue))
    }

    fn wait<'a>(&self, queue: MutexGuard<'a, Queue>) -> Result<MutexGuard<'a, Queue>, StoreError> {
        let waited = self.shared.changed.wait(queue);
        sound(waited.unwrap_or_else(PoisonError::into_inner))
    }

    /// Waits until nothing is under way.
    fn drain(&self) -> Result<(), StoreError> {
        let mut queue = self.queue()?;
        while !queue.is_idle() {
            queue = self.wait(queue)?;
        }
        Ok(())
    }
}

impl Queue {
    fn is_idle(&self) -> bool {
        let working = self.writing.is_some() || self.reading.is_some() || self.removing;
        self.reads.is_empty() && self.others.is_empty() && !working
    }

    /// Takes what is to be done next. Closing, only what frees room is still done.
    fn next(&mut self) -> Option<Work> {
        if self.closing || self.error.is_some() {
            self.reads.clear();
            self.others.retain(|job| matches!(job, Job::Discard(_)));
            // None is being written while the next is taken.
            self.waiting_bytes = 0;
        }
        if let Some(entry) = self.reads.pop_front() {
            self.reading = Some(entry.clone());
            return Some(Work::Read(entry));
        }
        Some(match self.others.pop_front()? {
            Job::Write(entry, bytes) => {
                self.writing = Some(entry.generation);
                Work::Write(entry, bytes)
            }
            Job::Discard(entry) => {
                self.removing = true;
                Work::Discard(entry)
            }
        })
    }

    fn waiting(&self, generation: u64) -> Option<usize> {
        let is = |job: &Job| matches!(job, Job::Write(entry, _) if entry.generation == generation);
        self.others.iter().position(is)
    }

    /// Whether it is not written yet.
    fn is_going(&self, generation: u64) -> bool {
        self.writing == Some(generation) || self.waiting(generation).is_some()
    }

    fn is_coming(&self, generation: u64) -> bool {
        self.coming().any(|entry| entry.generation == generation)
    }

    /// What is to be read ahead and not there yet.
    fn coming(&self) -> impl Iterator<Item = &Entry> {
        self.reading.iter().chain(&self.reads)
    }

    /// Bytes that take room here, now or soon.
    fn taken(&self) -> usize {
        let coming: usize = self.coming().map(Entry::bytes).sum();
        self.waiting_bytes + self.ready_bytes + coming
    }
}

impl Shared {
    fn work(&self) {
        let mut queue = locked(&self.queue);
        loop {
            match queue.next() {
                Some(work) => {
                    drop(queue);
                    // What a panic may have left half done is not used any more.
                    let done = catch_unwind(AssertUnwindSafe(|| self.perform(work)));
                    queue = locked(&self.queue);
                    match done {
                        Ok(Ok(())) => {}
                        Ok(Err(error)) => {
                            queue.error.get_or_insert(error);
                        }
                        Err(panic) => {
                            queue.broken = Some(panicked(&*panic));
                            self.changed.notify_all();
                            return;
                        }
                    }
                    self.changed.notify_all();
                }
                None if queue.closing => return,
                None => {
                    let waited = self.changed.wait(queue);
                    queue = waited.unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    fn perform(&self, work: Work) -> Result<(), StoreError> {
        match work {
            Work::Read(entry) => {
                let mut bytes = self.pool.take(entry.bytes());
                let read =
                    locked(&self.inner).read(&entry, &mut |from| bytes.copy_from_slice(from));
                let mut queue = self.report();
                queue.reading = None;
                if !std::mem::take(&mut queue.unwanted) && read.is_ok() {
                    queue.ready_bytes += bytes.len();
                    queue.ready.insert(entry.generation, bytes);
                }
                read
            }
            Work::Write(entry, bytes) => {
                let size = bytes.len();
                let written = locked(&self.inner).write(&entry, bytes);
                let survives = written.is_ok() && locked(&self.inner).survives(&entry);
                let mut queue = self.report();
                queue.writing = None;
                queue.waiting_bytes -= size;
                if survives {
                    queue.surviving.insert(entry.generation);
                }
                written
            }
            Work::Discard(entry) => {
                let removed = locked(&self.inner).discard(&entry);
                self.report().removing = false;
                removed
            }
        }
    }

    /// The queue, which knows of what the store has done.
    fn report(&self) -> MutexGuard<'_, Queue> {
        let inner = locked(&self.inner);
        let (traffic, room) = (inner.traffic(), inner.room());
        // Never both locks in this order: `flush` takes them in the other.
        drop(inner);
        let mut queue = locked(&self.queue);
        queue.traffic = traffic;
        queue.room = room;
        queue
    }
}

impl Store for Background {
    fn write(&mut self, entry: &Entry, bytes: Buffer) -> Result<(), StoreError> {
        let mut queue = self.queue()?;
        let size = bytes.len();
        while queue.waiting_bytes > 0 && queue.taken() + size > self.shared.memory {
            queue = self.wait(queue)?;
        }
        queue.waiting_bytes += size;
        queue.others.push_back(Job::Write(entry.clone(), bytes));
        self.shared.changed.notify_all();
        Ok(())
    }

    fn read(&mut self, entry: &Entry, take: &mut dyn FnMut(&[u8])) -> Result<(), StoreError> {
        let mut queue = self.queue()?;
        let generation = entry.generation;
        if self.shared.loss.is_none()
            && let Some(at) = queue.waiting(generation)
            && let Job::Write(_, bytes) = &queue.others[at]
        {
            take(bytes);
            queue.prefetched += 1;
            return Ok(());
        }
        if queue.ready.contains_key(&generation) {
            queue.prefetched += 1;
        }
        loop {
            if let Some(bytes) = queue.ready.remove(&generation) {
                queue.ready_bytes -= bytes.len();
                drop(queue);
                take(&bytes);
                return Ok(());
            }
            if !queue.is_going(generation) && !queue.is_coming(generation) {
                queue.reads.push_front(entry.clone());
                self.shared.changed.notify_all();
            }
            queue = self.wait(queue)?;
        }
    }

    fn discard(&mut self, entry: &Entry) -> Result<(), StoreError> {
        let mut queue = self.queue()?;
        let generation = entry.generation;
        queue.surviving.remove(&generation);
        queue.reads.retain(|entry| entry.generation != generation);
        let reading = queue.reading.as_ref();
        if reading.is_some_and(|entry| entry.generation == generation) {
            queue.unwanted = true;
        }
        if let Some(bytes) = queue.ready.remove(&generation) {
            queue.ready_bytes -= bytes.len();
        }
        if let Some(at) = queue.waiting(generation)
            && let Some(Job::Write(_, bytes)) = queue.others.remove(at)
        {
            queue.waiting_bytes -= bytes.len();
            queue.cancelled += 1;
        } else {
            queue.others.push_back(Job::Discard(entry.clone()));
        }
        self.shared.changed.notify_all();
        Ok(())
    }

    fn prefetch(&mut self, entry: &Entry) -> bool {
        let mut queue = locked(&self.shared.queue);
        let generation = entry.generation;
        let going = queue.is_going(generation);
        if going && self.shared.loss.is_some() {
            return false;
        }
        let there = going || queue.ready.contains_key(&generation) || queue.is_coming(generation);
        let taken = queue.taken();
        let room = taken == 0 || taken + entry.bytes() <= self.shared.memory;
        if !there && room {
            queue.reads.push_back(entry.clone());
            self.shared.changed.notify_all();
        }
        there || room
    }

    fn prefetches(&self) -> bool {
        true
    }

    fn loss(&self) -> Option<String> {
        self.shared.loss.clone()
    }

    fn flush(&mut self) -> Result<(), StoreError> {
        self.drain()?;
        let mut inner = locked(&self.shared.inner);
        inner.flush()?;
        locked(&self.shared.queue).traffic = inner.traffic();
        Ok(())
    }

    fn room(&self) -> Option<u64> {
        let queue = locked(&self.shared.queue);
        let room = queue.room?;
        Some(room.saturating_sub(queue.waiting_bytes as u64))
    }

    fn survives(&self, entry: &Entry) -> bool {
        let queue = locked(&self.shared.queue);
        queue.surviving.contains(&entry.generation) || queue.writing == Some(entry.generation)
    }

    fn recover(&mut self, owner: &Owner, keep: &[Kept]) -> Result<Vec<bool>, StoreError> {
        self.drain()?;
        let mut inner = locked(&self.shared.inner);
        let found = inner.recover(owner, keep)?;
        let mut queue = locked(&self.shared.queue);
        queue.room = inner.room();
        queue.ready.clear();
        queue.ready_bytes = 0;
        queue.surviving.clear();
        for (Kept { entry, .. }, there) in keep.iter().zip(&found) {
            if *there && inner.survives(entry) {
                queue.surviving.insert(entry.generation);
            }
        }
        Ok(found)
    }

    fn traffic(&self) -> Traffic {
        let queue = locked(&self.shared.queue);
        Traffic {
            prefetched: queue.prefetched,
            cancelled: queue.cancelled,
            ..queue.traffic
        }
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        locked(&self.shared.queue).closing = true;
        self.shared.changed.notify_all();
        if let Some(worker) = self.worker.take() {
            // A panic there was a mistake of ours; dropping must not repeat it.
            let _ = worker.join();
        }
    }
}
