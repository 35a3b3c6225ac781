//! The terminal while a screen is up. Whatever happens, it is given back as it was.

use std::io;
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyEvent, KeyEventKind};

/// Whether to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Go on.
    Stay,
    /// Leave the screen.
    Leave,
}

/// Something that is drawn and answers to keys.
pub trait App {
    /// Draws everything.
    fn draw(&self, frame: &mut Frame);
    /// Answers to a key.
    ///
    /// # Errors
    /// What makes it impossible to go on.
    fn key(&mut self, key: KeyEvent) -> io::Result<Flow>;
    /// How long to wait for a key before [`App::tick`]; for ever if `None`.
    fn patience(&self) -> Option<Duration>;
    /// Time has passed without a key.
    ///
    /// # Errors
    /// What makes it impossible to go on.
    fn tick(&mut self) -> io::Result<()>;
}

/// Gives the terminal back, also when the thread panics.
struct Restore;

impl Drop for Restore {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// Runs an app on the whole terminal until it asks to leave.
///
/// # Errors
/// If the terminal cannot be used or the app cannot go on; the terminal is restored in any case.
pub fn run(app: &mut impl App) -> io::Result<()> {
    let _restore = Restore;
    let mut terminal = ratatui::try_init()?;
    loop {
        terminal.draw(|frame| app.draw(frame))?;
        let began = Instant::now();
        loop {
            let left = app.patience().map(|patience| patience.saturating_sub(began.elapsed()));
            if left.is_some_and(|left| !event::poll(left).unwrap_or(false)) {
                app.tick()?;
                break;
            }
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    if app.key(key)? == Flow::Leave {
                        return Ok(());
                    }
                    break;
                }
                Event::Resize(..) => break,
                _ => {}
            }
        }
    }
}
