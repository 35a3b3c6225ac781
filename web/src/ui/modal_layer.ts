/**
 * A sheet that lies over the page: everything beside it rests while it is there, but for what is read aloud. When it goes, the keyboard is where it was.
 *
 * Not a modal `<dialog>`, behind which live regions fall silent: who reads the story of the game still hears how it goes on.
 */
export function modalLayer(sheet: HTMLElement): () => void {
  const before = document.activeElement;
  const resting: HTMLElement[] = [];
  for (let node = sheet; node.parentElement && node !== document.body; node = node.parentElement) {
    for (const other of node.parentElement.children) {
      if (other === node || !(other instanceof HTMLElement) || other.inert || other.matches('[aria-live], [role=alert], [role=status], .backdrop')) continue;
      other.inert = true;
      resting.push(other);
    }
  }
  return () => {
    for (const other of resting) other.inert = false;
    if (before instanceof HTMLElement && (document.activeElement === document.body || sheet.contains(document.activeElement))) before.focus({ preventScroll: true });
  };
}
