//! Threads for the bots' decisions, shared out fairly.
//!
//! Turns out of time come first and have a thread of their own, so nobody can win time by keeping the bots busy. Within a
//! priority visitors take turns, however many decisions each of them waits for.

mod fair_queue;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cafe_room::VisitorId;
use prometheus_client::metrics::gauge::Gauge;
use tokio::sync::oneshot;

use self::fair_queue::FairQueue;
use crate::environment::Thinking;
use crate::metrics::Metrics;

/// How urgent a decision is, most urgent first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Priority {
    /// A turn ran out of time.
    Clock,
    /// Somebody waits for it: a turn in a game with people, or a hint.
    Awaited,
    /// A turn in a game of bots that nobody watches.
    Unwatched,
}

/// A decision to be computed.
#[derive(Clone, Debug)]
pub(crate) struct Job {
    pub(crate) priority: Priority,
    /// The visitor on whose account it is computed: the host of the room, or the player who asked for a hint.
    pub(crate) visitor: VisitorId,
    /// Set when a thread starts to compute it.
    pub(crate) started: Arc<AtomicBool>,
}

impl Job {
    pub(crate) fn new(priority: Priority, visitor: VisitorId) -> Job {
        Job { priority, visitor, started: Arc::default() }
    }

    /// Returns true once a thread computes it.
    pub(crate) fn has_started(&self) -> bool {
        self.started.load(Ordering::Relaxed)
    }
}

/// Limits how many decisions are computed at the same time, and decides which is next.
pub struct BotPool {
    state: Arc<Mutex<PoolState>>,
    thinking: Thinking,
}

struct PoolState {
    /// Number of free threads for decisions of any priority.
    free_threads: usize,
    is_clock_thread_free: bool,
    /// By priority. Nothing waits while a thread is free that could compute it.
    waiting: [FairQueue<oneshot::Sender<ThreadPermit>>; 3],
}

/// A thread of the pool, until this is dropped.
pub struct ThreadPermit {
    pool: Arc<Mutex<PoolState>>,
    kind: ThreadKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ThreadKind {
    /// For turns out of time only.
    Clock,
    Any,
}

impl BotPool {
    /// Creates a pool with this number of threads, and one more for turns out of time.
    pub(crate) fn new(threads: usize, thinking: Thinking) -> BotPool {
        let waiting = std::array::from_fn(|_| FairQueue::default());
        let state = PoolState { free_threads: threads.max(1), is_clock_thread_free: true, waiting };
        BotPool { state: Arc::new(Mutex::new(state)), thinking }
    }

    /// Takes all free threads from the pool until the permits are dropped, so that tests can make decisions wait.
    #[must_use]
    pub fn reserve_free_threads(&self) -> Vec<ThreadPermit> {
        let mut state = lock(&self.state);
        let mut kinds = vec![ThreadKind::Any; state.free_threads];
        kinds.extend(state.is_clock_thread_free.then_some(ThreadKind::Clock));
        (state.free_threads, state.is_clock_thread_free) = (0, false);
        kinds.into_iter().map(|kind| ThreadPermit { pool: Arc::clone(&self.state), kind }).collect()
    }

    /// Waits for a thread. Dropping the future gives up the place in the queue.
    async fn thread_for(&self, job: &Job) -> Option<ThreadPermit> {
        let permit = {
            let mut state = lock(&self.state);
            if let Some(kind) = state.take_free_thread(job.priority) {
                return Some(ThreadPermit { pool: Arc::clone(&self.state), kind });
            }
            let (sender, permit) = oneshot::channel();
            let queue = &mut state.waiting[job.priority as usize];
            queue.push(job.visitor.clone(), sender, oneshot::Sender::is_closed);
            permit
        };
        permit.await.ok()
    }

    /// Runs a decision on a blocking thread once it is its turn. Returns None if it panicked or the runtime is shutting down.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        metrics: &Metrics,
        job: Job,
        decide: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        let waiting = Counted::new(&metrics.bots_waiting);
        let permit = self.thread_for(&job).await?;
        drop(waiting);
        job.started.store(true, Ordering::Relaxed);
        let thinking = Counted::new(&metrics.bots_thinking);
        let decision = self.thinking.run(move || {
            let _held_until_decided = (permit, thinking);
            decide()
        });
        decision.await
    }
}

impl PoolState {
    fn take_free_thread(&mut self, priority: Priority) -> Option<ThreadKind> {
        if priority == Priority::Clock && self.is_clock_thread_free {
            self.is_clock_thread_free = false;
            return Some(ThreadKind::Clock);
        }
        self.free_threads = self.free_threads.checked_sub(1)?;
        Some(ThreadKind::Any)
    }

    /// Returns what computes next on a thread of this kind. The thread is free if nothing waits for it.
    fn next(&mut self, kind: ThreadKind) -> Option<oneshot::Sender<ThreadPermit>> {
        let served = if kind == ThreadKind::Clock { 1 } else { self.waiting.len() };
        let next = self.waiting[..served].iter_mut().find_map(|queue| {
            // A decision may have been cancelled while it waited.
            std::iter::from_fn(|| queue.pop()).find(|waiting| !waiting.is_closed())
        });
        if next.is_none() {
            match kind {
                ThreadKind::Clock => self.is_clock_thread_free = true,
                ThreadKind::Any => self.free_threads += 1,
            }
        }
        next
    }
}

impl Drop for ThreadPermit {
    fn drop(&mut self) {
        let next = lock(&self.pool).next(self.kind);
        if let Some(next) = next {
            // If it was cancelled just now, the permit is dropped and goes to the one after it.
            let _ = next.send(ThreadPermit { pool: Arc::clone(&self.pool), kind: self.kind });
        }
    }
}

fn lock(pool: &Mutex<PoolState>) -> MutexGuard<'_, PoolState> {
    pool.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts one until this is dropped, also if the decision is cancelled.
struct Counted(Gauge);

impl Counted {
    fn new(gauge: &Gauge) -> Counted {
        gauge.inc();
        Counted(gauge.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.dec();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::future::{join, join_all};

    use super::*;
    use crate::ServerConfig;
    use crate::testing::TestState;

    fn visitor(number: u8) -> VisitorId {
        VisitorId::from_random([number; 12])
    }

    /// A pool whose threads are all busy.
    struct BusyPool {
        server: TestState,
        busy: Vec<ThreadPermit>,
        started: Arc<Mutex<Vec<&'static str>>>,
    }

    impl BusyPool {
        fn new() -> BusyPool {
            let server = TestState::new(ServerConfig { bot_threads: 1, ..ServerConfig::default() });
            let busy = server.state.bots.reserve_free_threads();
            BusyPool { server, busy, started: Arc::default() }
        }

        async fn run(&self, name: &'static str, priority: Priority, number: u8) {
            let started = Arc::clone(&self.started);
            let job = Job::new(priority, visitor(number));
            let state = &self.server.state;
            state.bots.run(&state.metrics, job, move || started.lock().unwrap().push(name)).await;
        }

        /// Queues decisions in this order. Returns the order in which a thread of this kind starts them.
        async fn order(
            mut self,
            kind: ThreadKind,
            jobs: &[(&'static str, Priority, u8)],
        ) -> Vec<&'static str> {
            let mut busy = std::mem::take(&mut self.busy);
            let free = busy.extract_if(.., |permit| permit.kind == kind).collect::<Vec<_>>();
            let jobs = jobs.iter().map(|(name, priority, number)| self.run(name, *priority, *number));
            join(join_all(jobs), async { drop(free) }).await;
            self.started.lock().unwrap().clone()
        }
    }

    use Priority::{Awaited, Clock, Unwatched};

    #[tokio::test]
    async fn visitors_take_turns() {
        let jobs = [
            ("eve 1", Awaited, 1),
            ("eve 2", Awaited, 1),
            ("eve 3", Awaited, 1),
            ("ann 1", Awaited, 2),
            ("ann 2", Awaited, 2),
            ("ben", Awaited, 3),
        ];
        let order = BusyPool::new().order(ThreadKind::Any, &jobs).await;
        assert_eq!(order, ["eve 1", "ann 1", "ben", "eve 2", "ann 2", "eve 3"]);
    }

    #[tokio::test]
    async fn turns_out_of_time_come_first_and_unwatched_games_last() {
        let jobs = [
            ("unwatched", Unwatched, 1),
            ("awaited", Awaited, 2),
            ("clock", Clock, 3),
            ("awaited by the first", Awaited, 1),
        ];
        let order = BusyPool::new().order(ThreadKind::Any, &jobs).await;
        assert_eq!(order, ["clock", "awaited", "awaited by the first", "unwatched"]);
    }

    #[tokio::test]
    async fn turns_out_of_time_do_not_wait_for_busy_bots() {
        let pool = BusyPool::new();
        let (clock_thread, busy): (Vec<_>, Vec<_>) =
            pool.busy.into_iter().partition(|permit| permit.kind == ThreadKind::Clock);
        drop(clock_thread);
        let pool = BusyPool { busy, ..pool };
        let mut bot = std::pin::pin!(pool.run("bot", Awaited, 1));
        assert!(futures_util::poll!(bot.as_mut()).is_pending());
        pool.run("clock", Clock, 2).await;
        assert_eq!(*pool.started.lock().unwrap(), ["clock"], "the bot waits for the other thread");
    }

    #[tokio::test]
    async fn cancelled_decision_is_skipped() {
        let mut pool = BusyPool::new();
        let busy = std::mem::take(&mut pool.busy);
        {
            let mut cancelled = std::pin::pin!(pool.run("cancelled", Awaited, 1));
            assert!(futures_util::poll!(cancelled.as_mut()).is_pending());
            assert_eq!(pool.server.state.metrics.bots_waiting.get(), 1);
        }
        assert_eq!(pool.server.state.metrics.bots_waiting.get(), 0);
        drop(busy);
        pool.run("next", Awaited, 2).await;
        assert_eq!(*pool.started.lock().unwrap(), ["next"]);
        assert_eq!(pool.server.state.bots.reserve_free_threads().len(), 2, "no thread is lost");
    }
}
