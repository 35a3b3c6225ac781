//! Runs requests against a room. Everything follows from bytes, so that failures can be shrunk.

use cafe_bots::Level;
use cafe_room::{
    Clock, Decision, Entry, FixedDeal, Millis, Name, PlayedBy, Room, RoomId, RoomOptions, RoomRequest,
    TimedEntry, Visitor, VisitorId,
};
use cafe_rules::{Action, Deal, Options, Seed};

use super::{checks, hidden};

/// Milliseconds that may pass before a step.
const PAUSES: [Millis; 4] = [0, 100, 5_000, 25_000];
/// Milliseconds that pass now and then, so that players may be nudged and the end claimed.
const LONG_PAUSES: [Millis; 2] = [11 * 60 * 1000, 8 * 24 * 60 * 60 * 1000];

/// A room and everybody who sends requests to it.
pub(super) struct Model {
    room: Room,
    visitors: Vec<Visitor>,
    now: Millis,
    /// By visitor: the last request that changed something.
    changed: Vec<Option<RoomRequest>>,
    /// Undo requests so far.
    votes: Vec<u64>,
    /// Visitors whom the host removed.
    removed: Vec<VisitorId>,
    /// Number of actions at the last resignation. They stay.
    kept_steps: usize,
}

/// Runs all steps and checks the invariants after each.
pub(super) fn run(setup: [u8; 4], steps: &[[u8; 4]]) {
    let mut model = Model::open(setup);
    // Mostly the game starts at once, because random requests take long to fill the seats.
    if !setup[3].is_multiple_of(4) {
        model.start();
    }
    for &step in steps {
        model.step(step);
    }
    checks::check_replay(&model.room);
    checks::check_missed(&model.room, setup[3]);
    hidden::check(&model.room, setup[3]);
}

impl Model {
    fn open(setup: [u8; 4]) -> Model {
        let all: Vec<Options> = Options::all().filter(|options| options.players() <= 4).collect();
        let game = all[usize::from(setup[0]) % all.len()];
        let deal = Deal::shuffled(game.kind(), Seed([setup[1]; 32]));
        let clocks = [Clock::None, Clock::Seconds { per_turn: 20 }, Clock::Days { per_turn: 1 }];
        let options = RoomOptions {
            clock: clocks[usize::from(setup[2]) % clocks.len()],
            spectators: setup[2] & 0x40 == 0,
            undo: setup[2] & 0x80 == 0 || setup[2] & 0x20 == 0,
            friendly_deal: setup[3] & 0x30 == 0x30,
            ..RoomOptions::new(game)
        };
        let visitors: Vec<Visitor> = (0..5)
            .map(|number| Visitor {
                id: VisitorId::from_random([number; 12]),
                name: Name::new(&format!("Visitor {number}")).unwrap(),
                is_program: number == 4,
            })
            .collect();
        let deal = FixedDeal {
            guests: deal.guests().iter().map(ToString::to_string).collect(),
            tables: deal.tables().iter().map(ToString::to_string).collect(),
        };
        let entry = Entry::Opened {
            options,
            host: visitors[0].id.clone(),
            secret: "ab".repeat(32),
            reserved_for: Vec::new(),
            deal: Some(deal),
        };
        let room = Room::open(RoomId::from_random([7; 16]), TimedEntry { at: 0, entry }).unwrap();
        Model {
            room,
            changed: vec![None; visitors.len()],
            visitors,
            now: 1_000,
            votes: Vec::new(),
            removed: Vec::new(),
            kept_steps: 0,
        }
    }

    /// All seats are taken by visitors, or all but the first by bots, and the game starts.
    fn start(&mut self) {
        for visitor in 0..self.room.occupants.len() {
            let player = visitor as u8;
            match self.room.options.friendly_deal && player > 0 {
                true => self.ask(0, RoomRequest::AddBot { player, level: Level::Novice }),
                false => self.ask(visitor, RoomRequest::TakeSeat { player: None, share: None }),
            }
        }
        self.ask(0, RoomRequest::Start {});
    }

    fn step(&mut self, [who, what, which, when]: [u8; 4]) {
        self.now += PAUSES[usize::from(when >> 6)];
        if who >= 240 {
            self.now += LONG_PAUSES[usize::from(who & 1)];
        }
        let visitor = usize::from(who) % self.visitors.len();
        // A bot or the clock plays when it is due, as the server makes it.
        if what.is_multiple_of(4)
            && let Some((_, by)) = self.room.bot_to_move(self.now)
        {
            let game = self.room.game.as_ref().unwrap().current;
            let legal: Vec<Action> = game.legal().iter().collect();
            let entries = self.room.bot_entries(&[legal[usize::from(which) % legal.len()]], by);
            return self.append(entries, None);
        }
        // The host removes players, and they come back.
        let is_host = |visitor: &Visitor| visitor.id == self.room.host;
        if self.room.is_waiting()
            && what % 8 == 1
            && let Some(host) = self.visitors.iter().position(is_host)
        {
            return self.ask(host, RoomRequest::Remove { player: which % self.room.occupants.len() as u8 });
        }
        let request = self.request(visitor, what, which, when);
        self.ask(visitor, request);
    }

    /// Chooses a request.
    fn request(&self, visitor: usize, what: u8, which: u8, when: u8) -> RoomRequest {
        let seats = self.room.occupants.len() as u8;
        let seq = self.room.game.as_ref().map_or(0, |game| game.seq() as u32);
        let near = seq.saturating_sub(u32::from(which % 3));
        // Open undo requests are replaced and answered, also late.
        if self.room.undo_vote.is_some() && what.is_multiple_of(2) {
            let recent = self.votes.len().saturating_sub(1 + usize::from(which / 4 % 3));
            let vote = self.votes.get(recent).copied().unwrap_or(1);
            return match which % 4 {
                0 => RoomRequest::Undo { seq },
                _ => RoomRequest::AnswerUndo { seq, vote, agree: when & 7 != 0 },
            };
        }
        // The same for proposals to end the game.
        if let Some(vote) = self.room.end_vote.as_ref().filter(|_| what % 4 == 1) {
            return RoomRequest::AnswerEnd {
                vote: vote.id - u64::from(which.is_multiple_of(8)),
                agree: when & 7 != 0,
            };
        }
        match what % 40 {
            _ if self.room.is_waiting() && what % 4 == 2 => {
                RoomRequest::TakeSeat { player: None, share: None }
            }
            0..3 => RoomRequest::TakeSeat { player: (when & 1 == 0).then_some(which % seats), share: None },
            3 => RoomRequest::Leave {},
            4 | 5 => RoomRequest::AddBot { player: which % seats, level: Level::Novice },
            6 => RoomRequest::Remove { player: which % seats },
            7 | 8 => RoomRequest::Start {},
            9..17 => self.play(which, when, seq),
            17 => RoomRequest::Play { seq: near, actions: vec!["end".to_owned(); 1 + usize::from(when % 5)] },
            18..21 => RoomRequest::Undo { seq: if when & 2 == 0 { seq } else { near } },
            21..24 => {
                let recent = self.votes.len().saturating_sub(1 + usize::from(which % 3));
                let vote = self.votes.get(recent).copied().unwrap_or(1);
                RoomRequest::AnswerUndo { seq, vote, agree: when & 3 != 0 }
            }
            24 => RoomRequest::Resume {},
            25 => RoomRequest::Chat { text: format!("text {which}") },
            26 => RoomRequest::Mute { player: which % seats, muted: when & 1 == 0 },
            27 => RoomRequest::Share {},
            28 if when == 7 => RoomRequest::Close {},
            29 => self.changed[visitor].clone().unwrap_or(RoomRequest::Ping {}),
            30 => RoomRequest::TakeSeat { player: Some(seats), share: Some("x".to_owned()) },
            31 if which.is_multiple_of(4) => RoomRequest::Resign {},
            32 | 33 => RoomRequest::HandOver {},
            34 | 35 => RoomRequest::Nudge {},
            36 => RoomRequest::ProposeEnd {},
            37 => RoomRequest::AnswerEnd { vote: u64::from(which), agree: when & 1 == 0 },
            38 | 39 => RoomRequest::ClaimEnd {},
            _ => RoomRequest::Ping {},
        }
    }

    /// Returns a legal move, and sometimes a second action.
    fn play(&self, which: u8, when: u8, seq: u32) -> RoomRequest {
        let Some(game) = &self.room.game else { return RoomRequest::Start {} };
        let legal = game.current.legal_action_strings();
        let action = |index: u8| legal.get(usize::from(index) % legal.len().max(1)).cloned();
        let second = action(which.wrapping_add(when)).filter(|_| when & 12 == 0);
        let actions = action(which).into_iter().chain(second).collect();
        RoomRequest::Play { seq, actions }
    }

    /// Sends a request, applies what is decided, and sends it again.
    fn ask(&mut self, visitor: usize, request: RoomRequest) {
        let sender = self.visitors[visitor].clone();
        let decision = self.room.decide(&sender, &request, self.now);
        assert_eq!(decision, self.room.decide(&sender, &request, self.now), "the decision is not a function");
        let Ok(Decision::Append(entries)) = decision else { return };
        assert!(!entries.is_empty(), "{request:?} is decided as nothing");
        self.append(entries, Some((&sender, &request)));
        if !matches!(request, RoomRequest::Chat { .. }) {
            let again = self.room.decide(&sender, &request, self.now);
            assert!(
                !matches!(again, Ok(Decision::Append(_))),
                "{request:?} changes something twice: {again:?}"
            );
            if matches!(request, RoomRequest::Play { .. } | RoomRequest::Undo { .. } | RoomRequest::Start {})
            {
                assert_eq!(again, Ok(Decision::NoChange), "{request:?} is repeated");
            }
        }
        self.changed[visitor] = Some(request);
    }

    fn append(&mut self, entries: Vec<Entry>, request: Option<(&Visitor, &RoomRequest)>) {
        for entry in entries {
            self.check_authority(&entry, request);
            self.check_resignations(&entry);
            let applied = self.room.apply(TimedEntry { at: self.now, entry: entry.clone() });
            let applied = applied.unwrap_or_else(|error| panic!("{entry:?} was decided, but {error}"));
            assert_eq!(applied.number, self.room.last_number());
            checks::check_events(&self.room, &applied, &self.visitors);
        }
        self.votes.extend(
            self.room.undo_vote.as_ref().map(|vote| vote.id).filter(|id| self.votes.last() != Some(id)),
        );
        let undoable = self.room.game.as_ref().map_or(0, |game| game.steps.len() - self.kept_steps);
        let count = self.room.undo_vote.as_ref().map_or(0, |vote| usize::from(vote.count));
        assert!(count <= undoable, "an undo request crosses a resignation");
        checks::check_state(&self.room, self.now);
        checks::check_views(&self.room, &self.visitors);
    }

    /// Checks that a resignation is final: the player does not act any more, and nothing before it is undone.
    fn check_resignations(&mut self, entry: &Entry) {
        let steps = self.room.game.as_ref().map_or(0, |game| game.steps.len());
        match entry {
            Entry::Resigned { .. } => self.kept_steps = steps,
            Entry::Undone { count, .. } => {
                assert!(steps - usize::from(*count) >= self.kept_steps, "an undo crosses a resignation");
            }
            _ => {}
        }
        let acting = match entry {
            Entry::ActionPlayed { player, by: PlayedBy::Player, .. } => Some(*player),
            Entry::PlayerReturned { player, .. }
            | Entry::BotTookOver { player, .. }
            | Entry::Undone { player, .. }
            | Entry::UndoRequested { player, .. }
            | Entry::UndoAgreed { player }
            | Entry::Nudged { player, .. }
            | Entry::EndProposed { player }
            | Entry::EndAgreed { player }
            | Entry::Resigned { player, .. } => Some(*player),
            _ => None,
        };
        assert!(!acting.is_some_and(|player| self.room.has_resigned(player)), "{entry:?} after resigning");
    }

    /// Checks that the sender may cause this entry.
    fn check_authority(&mut self, entry: &Entry, request: Option<(&Visitor, &RoomRequest)>) {
        let seated =
            |player: u8| self.room.occupants[usize::from(player)].visitor().map(|seated| seated.id.clone());
        match (entry, request) {
            (Entry::SeatTaken { visitor, .. }, _) => {
                assert!(!self.removed.contains(visitor), "a removed visitor has a seat again");
            }
            (Entry::SeatLeft { player, removed: true, .. }, _) => self.removed.extend(seated(*player)),
            (
                Entry::UndoAgreed { player },
                Some((sender, RoomRequest::AnswerUndo { vote, agree: true, .. })),
            ) => {
                assert_eq!(seated(*player).as_ref(), Some(&sender.id), "another player agrees");
                let open = self.room.undo_vote.as_ref().map(|vote| vote.id);
                assert_eq!(open, Some(*vote), "the answer to one undo request counts for another");
            }
            (Entry::UndoAgreed { .. }, _) => panic!("nobody agreed"),
            (
                Entry::EndAgreed { player },
                Some((sender, RoomRequest::AnswerEnd { agree: true, .. } | RoomRequest::ProposeEnd {})),
            ) => {
                assert_eq!(seated(*player).as_ref(), Some(&sender.id), "another player agrees");
                if let Some((_, RoomRequest::AnswerEnd { vote, .. })) = request {
                    let open = self.room.end_vote.as_ref().map(|vote| vote.id);
                    assert_eq!(open, Some(*vote), "the answer to one proposal counts for another");
                }
            }
            (Entry::EndAgreed { .. }, _) => panic!("nobody agreed"),
            (Entry::Resigned { player, claimed_by: None, .. }, Some((sender, RoomRequest::Resign {}))) => {
                assert_eq!(seated(*player).as_ref(), Some(&sender.id), "another player resigns");
            }
            (
                Entry::Resigned { player, claimed_by: Some(claiming), .. },
                Some((sender, RoomRequest::ClaimEnd {})),
            ) => {
                assert_eq!(seated(*claiming).as_ref(), Some(&sender.id), "another player claims the end");
                assert_eq!(self.room.to_move(), Some(*player), "a player who is not to move is not silent");
                assert_eq!(self.room.options.clock, Clock::None);
                let is_move = |entry: &Entry| {
                    matches!(entry, Entry::Started { .. } | Entry::ActionPlayed { .. } | Entry::Undone { .. })
                };
                let last_move = self.room.entries().iter().rfind(|timed| is_move(&timed.entry)).unwrap();
                assert!(self.now - last_move.at >= LONG_PAUSES[1] / 8 * 7, "not silent for long");
            }
            (Entry::Resigned { .. }, _) => panic!("nobody resigned"),
            (Entry::Nudged { player, to }, Some((sender, RoomRequest::Nudge {}))) => {
                assert_eq!(seated(*player).as_ref(), Some(&sender.id), "another player nudges");
                assert_eq!(self.room.to_move(), Some(*to), "a player who is not to move is nudged");
                let nudges = self.room.entries().iter().rev().take_while(|timed| {
                    !matches!(timed.entry, Entry::ActionPlayed { .. } | Entry::Undone { .. })
                });
                let again = nudges.filter(|timed| timed.entry == *entry).count();
                assert_eq!(again, 0, "nudged twice in a turn");
            }
            (Entry::ActionPlayed { player, .. }, Some((sender, _))) => {
                assert_eq!(seated(*player).as_ref(), Some(&sender.id), "another player's action");
                assert_eq!(self.room.to_move(), Some(*player), "another player is to move");
            }
            _ => {}
        }
    }
}
