export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Placed {
  left: number;
  top: number;
  side: 'above' | 'below' | 'left' | 'right';
}

const GAP = 14;
const MARGIN = 8;

/**
 * Places a box beside a target: inside the screen, never over the target, and over as little as possible of what should stay visible.
 * Null if there is no room beside the target.
 */
export function placeBeside(target: Box, size: Pick<Box, 'width' | 'height'>, screen: Pick<Box, 'width' | 'height'>, avoid: readonly Box[] = []): Placed | null {
  const clamp = (value: number, most: number): number => Math.max(MARGIN, Math.min(value, most - MARGIN));
  const centreLeft = clamp(target.left + target.width / 2 - size.width / 2, screen.width - size.width);
  const centreTop = clamp(target.top + target.height / 2 - size.height / 2, screen.height - size.height);
  const places: Placed[] = [
    { side: 'above', left: centreLeft, top: target.top - GAP - size.height },
    { side: 'below', left: centreLeft, top: target.top + target.height + GAP },
    { side: 'left', left: target.left - GAP - size.width, top: centreTop },
    { side: 'right', left: target.left + target.width + GAP, top: centreTop },
  ];
  const fits = ({ left, top }: Placed): boolean => left >= MARGIN && top >= MARGIN && left + size.width <= screen.width - MARGIN && top + size.height <= screen.height - MARGIN;
  const covered = ({ left, top }: Placed): number => avoid.reduce((sum, box) => sum + overlap({ left, top, ...size }, box), 0);
  return places.filter(fits).sort((a, b) => covered(a) - covered(b))[0] ?? null;
}

/** The area that two boxes share. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}
