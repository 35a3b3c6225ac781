//! What goes over a table's socket: closed types, in both directions. `docs/server-protocol.md` explains them, and the
//! types for TypeScript are made from them.

mod ask;
mod happening;
mod level_word;
mod replay;
mod result_shown;
mod room_shown;
mod scene;
mod studied;
mod tell;

pub use ask::{Ask, Asked, Reaction};
pub use happening::{Happening, Seen, What};
pub use level_word::LevelWord;
pub use replay::{Replay, ReplayStep};
pub use result_shown::ResultShown;
pub use room_shown::{RoomShown, SeatShown, VoteShown};
pub use scene::{LegalAction, Scene};
pub use studied::{Studied, StudiedStep, StudyRefused};
pub use tell::{HintedTurn, Now, Tell};
