// Breaks a text into lines and finds the size at which it fits.
import { line, type Style, widthOf } from './lettering.ts'

/** Breaks a text into lines no wider than `width`; a word that is wider alone stands alone. */
function broken(
  text: string,
  width: number,
  style: Pick<Style, 'face' | 'size' | 'tracking'>,
): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && widthOf(`${last} ${word}`, style) <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

export type Box = { width: number; lines: number; sizes: readonly number[] }
export type Fitted = { lines: string[]; size: number }

/**
 * The largest of the sizes at which the text fits the box, broken into lines of about equal length. When even the
 * smallest is too large, the text ends in an ellipsis.
 */
export function fitText(
  text: string,
  { width, lines: most, sizes }: Box,
  style: Pick<Style, 'face' | 'tracking'>,
): Fitted {
  for (const size of sizes) {
    const sized = { ...style, size }
    const lines = broken(text, width, sized)
    if (lines.length > most || lines.some((one) => widthOf(one, sized) > width)) continue
    let [narrow, wide] = [width / 2, width]
    while (wide - narrow > 4) {
      const middle = (narrow + wide) / 2
      const tried = broken(text, middle, sized)
      if (tried.length > lines.length || tried.some((one) => widthOf(one, sized) > middle))
        narrow = middle
      else wide = middle
    }
    return { lines: broken(text, wide, sized), size }
  }
  const size = sizes.at(-1) ?? 12
  const kept = broken(text, width, { ...style, size }).slice(0, most)
  let last = kept.at(-1) ?? ''
  while (last.length > 1 && widthOf(`${last}…`, { ...style, size }) > width)
    last = last.slice(0, -1).trimEnd()
  return { lines: [...kept.slice(0, -1), `${last}…`], size }
}

/** Fitted lines as SVG, the first baseline at `y`; `leading` is the distance of lines in sizes. Also says where they end. */
export function paragraph(
  fitted: Fitted,
  x: number,
  y: number,
  style: Omit<Style, 'size'>,
  leading = 1.12,
): { svg: string; end: number } {
  const step = fitted.size * leading
  const svg = fitted.lines
    .map((text, index) => line(text, x, y + index * step, { ...style, size: fitted.size }))
    .join('')
  return { svg, end: y + (fitted.lines.length - 1) * step }
}
