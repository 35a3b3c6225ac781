/**
 * For `{@attach}`: makes everything outside an element inert, except live regions, and restores the focus when the element is removed.
 *
 * Not a modal `<dialog>`, which silences live regions behind it: announcements must stay audible while a player reads the log.
 */
export function modalLayer(sheet: HTMLElement): () => void {
  const before = document.activeElement;
  const inerted: HTMLElement[] = [];
  for (let node = sheet; node.parentElement && node !== document.body; node = node.parentElement) {
    for (const other of node.parentElement.children) {
      if (other === node || !(other instanceof HTMLElement) || other.inert || other.matches('[aria-live], [role=alert], [role=status], .backdrop')) continue;
      other.inert = true;
      inerted.push(other);
    }
  }
  return () => {
    for (const other of inerted) other.inert = false;
    if (before instanceof HTMLElement && (document.activeElement === document.body || sheet.contains(document.activeElement))) before.focus({ preventScroll: true });
  };
}
