//! `cafe load --hostile`: attacks a server on this machine and measures what its other visitors feel.

mod attack;
mod bot_probe;
mod bots;
mod bystander;
mod clock_probe;
mod held_request;
mod home;
mod lists;
mod long_room;
mod mailbox;
mod names;
mod open_close;
mod presence;
mod report;
mod samples;
mod server_usage;
mod sign_out;
mod tally;
mod target;
mod unread_sockets;
mod visitor;
mod visitors;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use cafe_client::Client;
use clap::ValueEnum as _;

use self::attack::{Attack, AttackSize};
use self::bystander::Bystanders;
use self::report::AttackReport;
use self::server_usage::UsageSource;
use self::tally::Tally;
use self::target::Target;

/// Minimum duration of a phase in which clocks are measured: until the first turns have run out of time and were looked at.
const CLOCK_PHASE: Duration = Duration::from_secs(40);

/// An attack to run.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Profile {
    /// Print the names of all attacks
    List,
    /// Run all attacks, one after another
    All,
    /// Five clients of one address ask for the public list and their own list all the time, with `--rooms` rooms of `--entries` entries
    Lists,
    /// 300 sockets on a room of `--entries` entries ask for everything from the beginning and never read
    UnreadSockets,
    /// Five visitors open and close rooms as fast as they may
    OpenClose,
    /// Five visitors connect to a room with 20 viewers and disconnect, in a loop
    Presence,
    /// Four visitors let the strongest bots play 50 games each; also measures the bots and clocks of others
    Bots,
    /// One room of `--entries` entries is flooded with connections and messages; also measures the bots and clocks of others
    Mailbox,
    /// New visitors from the networks of one IPv6 /48
    Visitors,
    /// Requests with held-back bodies, link codes and sockets of devices that are being signed out
    SignOut,
    /// Malformed names and chat, and messages with fields that do not exist
    Names,
    /// 300 open home pages poll, with `--rooms` rooms
    Home,
}

/// The options of hostile profiles.
#[derive(clap::Args, Clone, Debug)]
pub(super) struct HostileArguments {
    /// Attack the server instead, and report what two bystanders feel before, during and after
    ///
    /// The server must be on this machine and run with `--behind-proxy`, because the attackers claim addresses of their own. It
    /// gets data that is not removed: use a data folder for tests. Every attack stops after `--seconds`; the phases before and
    /// after it take half of that each, or 40 seconds where clocks are measured.
    #[arg(long, value_name = "PROFILE", conflicts_with_all = ["tables", "idle", "pause_ms", "game", "elsewhere"])]
    pub(super) hostile: Option<Profile>,
    /// Number of rooms that a hostile profile sets up
    #[arg(long, default_value_t = 100, value_name = "N", requires = "hostile", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rooms: u32,
    /// Number of entries in the log of each of these rooms
    #[arg(long, default_value_t = 2000, value_name = "N", requires = "hostile", value_parser = clap::value_parser!(u64).range(1..=10_000))]
    entries: u64,
    /// Process id of a server whose metrics do not have its memory
    #[arg(long, value_name = "PID", requires = "hostile")]
    server_pid: Option<u32>,
    /// Data folder of a server whose metrics do not have its size
    #[arg(long, value_name = "FOLDER", requires = "hostile")]
    server_data: Option<PathBuf>,
}

/// Runs a profile, or all of them, and prints the results of each.
///
/// # Errors
/// If the server is not on this machine, cannot be reached, or does not tell the attackers' addresses apart.
pub(super) async fn run(
    profile: Profile,
    arguments: &HostileArguments,
    client: Client,
    seconds: u64,
    json: bool,
    out: &mut impl Write,
) -> Result<(), String> {
    let attacks =
        Profile::value_variants().iter().filter(|profile| !matches!(profile, Profile::List | Profile::All));
    if profile == Profile::List {
        for attack in attacks {
            let value = attack.to_possible_value().ok_or("a profile without a name")?;
            let help = value.get_help().map(ToString::to_string).unwrap_or_default();
            writeln!(out, "{:15} {help}", value.get_name()).map_err(|error| error.to_string())?;
        }
        return Ok(());
    }
    if !client.is_local() {
        return Err(format!(
            "{} is not on this machine: hostile profiles attack servers at loopback addresses only",
            client.base_url()
        ));
    }
    super::check_ready(&client).await?;
    let runner = Runner {
        size: AttackSize { rooms: arguments.rooms as usize, entries: arguments.entries },
        source: UsageSource {
            client: client.clone(),
            process_id: arguments.server_pid,
            folder: arguments.server_data.clone(),
        },
        target: Target::new(client)?,
        duration: Duration::from_secs(seconds),
    };
    runner.target.check_addresses().await?;
    for attack in attacks.filter(|attack| matches!(profile, Profile::All) || **attack == profile) {
        let report = runner.run(*attack).await?;
        let text = if json { report.to_json() } else { report.to_text() };
        writeln!(out, "{text}").and_then(|()| out.flush()).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Runs attacks one after another.
struct Runner {
    target: Target,
    source: UsageSource,
    size: AttackSize,
    duration: Duration,
}

impl Runner {
    async fn run(&self, profile: Profile) -> Result<AttackReport, String> {
        let name = profile.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
        match profile {
            Profile::Lists => self.measure::<lists::Lists>(name).await,
            Profile::UnreadSockets => self.measure::<unread_sockets::UnreadSockets>(name).await,
            Profile::OpenClose => self.measure::<open_close::OpenClose>(name).await,
            Profile::Presence => self.measure::<presence::Presence>(name).await,
            Profile::Bots => self.measure::<bots::Bots>(name).await,
            Profile::Mailbox => self.measure::<mailbox::Mailbox>(name).await,
            Profile::Visitors => self.measure::<visitors::NewVisitors>(name).await,
            Profile::SignOut => self.measure::<sign_out::SignOut>(name).await,
            Profile::Names => self.measure::<names::Names>(name).await,
            Profile::Home => self.measure::<home::Home>(name).await,
            Profile::List | Profile::All => Err("not an attack".to_owned()),
        }
    }

    async fn measure<A: Attack>(&self, profile: String) -> Result<AttackReport, String> {
        let (tally, setup_started) = (Tally::default(), Instant::now());
        let attack = A::prepare(&self.target, self.size, &tally).await?;
        let setup_seconds = setup_started.elapsed().as_secs_f64();
        let bystanders = Bystanders::start(&self.target, A::MEASURES_CLOCKS).await?;
        let calm = if A::MEASURES_CLOCKS { CLOCK_PHASE } else { Duration::ZERO }.max(self.duration / 2);
        tokio::time::sleep(calm).await;

        let before = self.source.read().await;
        bystanders.next_phase();
        let started = Instant::now();
        let end = started + self.duration;
        let attack = tokio::time::timeout_at(end.into(), attack.run(&self.target, &tally));
        let (_, mut during) = tokio::join!(attack, self.source.peak_until(end));
        let (counts, seconds) = (tally.snapshot(), started.elapsed().as_secs_f64());
        during.cpu_seconds = self.source.read().await.cpu_seconds;

        bystanders.next_phase();
        tokio::time::sleep(calm).await;
        let after = self.source.read().await;
        Ok(AttackReport {
            profile,
            setup_seconds,
            seconds,
            bystanders: bystanders.finish(),
            usage: [before, during, after],
            cpu_seconds: during.cpu_seconds.zip(before.cpu_seconds).map(|(end, start)| end - start),
            attack: counts,
        })
    }
}
