//! Runs a full-screen app. The terminal is restored in any case.

use std::io;
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::event::{self, Event, KeyEvent, KeyEventKind};

/// Whether the app continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// The app continues.
    Continue,
    /// The app exits.
    Exit,
}

/// A full-screen app.
pub trait App {
    /// Draws the screen.
    fn draw(&self, frame: &mut Frame);
    /// Handles a key.
    ///
    /// # Errors
    /// If the app cannot continue.
    fn handle_key(&mut self, key: KeyEvent) -> io::Result<Flow>;
    /// Returns the time to wait for a key before [`App::tick`]; `None` waits without limit.
    fn poll_timeout(&self) -> Option<Duration>;
    /// Called when no key was pressed in time.
    ///
    /// # Errors
    /// If the app cannot continue.
    fn tick(&mut self) -> io::Result<()>;
}

/// Restores the terminal when dropped, also during a panic.
struct RestoreGuard;

impl Drop for RestoreGuard {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// Runs an app until it exits.
///
/// # Errors
/// If the terminal cannot be used or the app fails.
pub fn run(app: &mut impl App) -> io::Result<()> {
    let _guard = RestoreGuard;
    let mut terminal = ratatui::try_init()?;
    loop {
        terminal.draw(|frame| app.draw(frame))?;
        let started = Instant::now();
        loop {
            let left = app.poll_timeout().map(|timeout| timeout.saturating_sub(started.elapsed()));
            if left.is_some_and(|left| !event::poll(left).unwrap_or(false)) {
                app.tick()?;
                break;
            }
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    if app.handle_key(key)? == Flow::Exit {
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
