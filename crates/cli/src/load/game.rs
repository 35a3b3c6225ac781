//! Two players at one table who play whatever is legal.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use cafe_rules::Kind;
use tokio::sync::{Semaphore, mpsc, watch};

use super::figures::OfTable;
use super::wire::{Server, Socket, Told};

/// What is played at one table.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) kind: Kind,
    pub(super) pause: Duration,
    pub(super) number: u64,
}

/// How long two players wait who could not sit down.
const ONE_MORE_TRY: Duration = Duration::from_millis(200);

struct Pair {
    tokens: [String; 2],
    sockets: [Socket; 2],
}

/// Sits down, says so, waits for the start, and plays game after game until the time is up.
pub(super) async fn table(
    server: &Server,
    plan: Plan,
    leave: &Semaphore,
    ready: mpsc::Sender<Result<(), String>>,
    mut begun: watch::Receiver<Option<Instant>>,
) -> OfTable {
    let mut figures = OfTable::default();
    let pair = {
        let _leave = leave.acquire().await;
        sit_down(server, plan.kind, None).await
    };
    let mut pair = match pair {
        Ok(pair) => pair,
        Err(why) => {
            let _ = ready.send(Err(why)).await;
            return figures;
        }
    };
    let _ = ready.send(Ok(())).await;
    drop(ready);
    let end = match begun.wait_for(Option::is_some).await {
        Ok(end) => end.unwrap_or_else(Instant::now),
        Err(_) => return figures,
    };
    let mut chance = plan.number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    loop {
        match play(&mut pair, plan, end, &mut chance, &mut figures).await {
            Ok(true) => figures.games += 1,
            Ok(false) => return figures,
            // Another game begins: one thing that goes wrong must not hide how many do.
            Err(why) => figures.failed(why),
        }
        pair = loop {
            match sit_down(server, plan.kind, Some(pair.tokens.clone())).await {
                Ok(next) => break next,
                Err(why) => figures.failed(why),
            }
            if Instant::now() + ONE_MORE_TRY >= end {
                return figures;
            }
            tokio::time::sleep(ONE_MORE_TRY).await;
        };
    }
}

/// Two players at a new table, the cards dealt.
async fn sit_down(server: &Server, kind: Kind, known: Option<[String; 2]>) -> Result<Pair, String> {
    let tokens = match known {
        Some(tokens) => tokens,
        None => [server.arrive("Ann").await?, server.arrive("Ben").await?],
    };
    let table = server.open(&tokens[0], kind).await?;
    let mut sockets = [server.connect(&table, &tokens[0]).await?, server.connect(&table, &tokens[1]).await?];
    for (seat, socket) in sockets.iter_mut().enumerate() {
        socket.ask(format!(r#"{{"do":"sit","seat":{seat},"id":1}}"#)).await?;
        loop {
            let text = socket.hear().await?;
            refused(&text)?;
            if text.contains(r#""id":1,"#) {
                break;
            }
        }
    }
    sockets[0].ask(r#"{"do":"start"}"#.to_owned()).await?;
    Ok(Pair { tokens, sockets })
}

/// Two players who go as soon as the cards are dealt. Returns their tokens, for the next table.
pub(super) async fn deal_and_go(
    server: &Server,
    kind: Kind,
    known: Option<[String; 2]>,
) -> Result<[String; 2], String> {
    let Pair { tokens, sockets: [mut first, _second] } = sit_down(server, kind, known).await?;
    loop {
        let text = first.hear().await?;
        refused(&text)?;
        if let Ok(Told::Now { scene: Some(_) }) = Told::read(&text) {
            return Ok(tokens);
        }
    }
}

fn refused(text: &str) -> Result<(), String> {
    match Told::read(text) {
        Ok(Told::Refused(why)) => Err(why),
        _ => Ok(()),
    }
}

/// Plays a game. Returns whether it came to its end before the time was up.
async fn play(
    pair: &mut Pair,
    plan: Plan,
    end: Instant,
    chance: &mut u64,
    figures: &mut OfTable,
) -> Result<bool, String> {
    let [first, second] = &mut pair.sockets;
    // The actions that the opponent has not seen yet: the number that each answers, when it was sent, and by whom.
    let mut sent: VecDeque<(u32, Instant, usize)> = VecDeque::new();
    // What somebody is about to play, and when. Meanwhile both go on reading.
    let mut next: Option<(Instant, Act)> = None;
    loop {
        let wake = next.as_ref().map_or(end, |(at, _)| (*at).min(end));
        let (who, text) = tokio::select! {
            text = first.hear() => (0, text?),
            text = second.hear() => (1, text?),
            () = tokio::time::sleep_until(wake.into()) => {
                let Some((_, act)) = next.take_if(|(at, _)| *at < end) else { return Ok(false) };
                let socket = if act.who == 0 { &mut *first } else { &mut *second };
                act.send(socket, &mut sent).await?;
                continue;
            }
        };
        let scene = match Told::read(&text)? {
            Told::Now { scene: Some(scene) } => scene,
            Told::Refused(why) => return Err(why),
            Told::Closing => return Err("the house closes".to_owned()),
            _ => continue,
        };
        while let Some((_, at, _)) = sent.pop_front_if(|(seq, _, by)| *by != who && *seq < scene.seq) {
            figures.moves += 1;
            figures.micros.push(at.elapsed().as_micros() as u64);
        }
        if scene.result.is_some() && sent.is_empty() {
            return Ok(true);
        }
        // A push that comes before the last action has been played calls for none.
        let answered = sent.back().is_some_and(|(seq, ..)| *seq >= scene.seq)
            || next.as_ref().is_some_and(|(_, act)| act.seq >= scene.seq);
        if scene.legal.is_empty() || answered {
            continue;
        }
        let pick = (throw(chance) % scene.legal.len() as u64) as usize;
        let (seq, action) = (scene.seq, scene.legal[pick].action);
        let text = format!(r#"{{"do":"act","seq":{seq},"actions":["{action}"]}}"#);
        let share = 0.5 + (throw(chance) >> 11) as f64 / (1_u64 << 53) as f64;
        let act = Act { who, seq, text };
        if plan.pause.is_zero() {
            let socket = if act.who == 0 { &mut *first } else { &mut *second };
            act.send(socket, &mut sent).await?;
        } else {
            next = Some((Instant::now() + plan.pause.mul_f64(share), act));
        }
    }
}

/// An action that somebody is about to play.
struct Act {
    who: usize,
    seq: u32,
    text: String,
}

impl Act {
    async fn send(
        self,
        socket: &mut Socket,
        sent: &mut VecDeque<(u32, Instant, usize)>,
    ) -> Result<(), String> {
        sent.push_back((self.seq, Instant::now(), self.who));
        socket.ask(self.text).await
    }
}

/// Chance enough for players who do not think (xorshift).
fn throw(chance: &mut u64) -> u64 {
    *chance ^= *chance << 13;
    *chance ^= *chance >> 7;
    *chance ^= *chance << 17;
    *chance
}
