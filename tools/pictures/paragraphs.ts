// Breaks text into lines and finds the font size at which it fits.
import { type Style, textLine, textWidth } from './text.ts'

/** Breaks a text into lines of at most `width`; a wider word gets a line of its own. */
function breakLines(
  text: string,
  width: number,
  style: Pick<Style, 'face' | 'size' | 'tracking'>,
): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && textWidth(`${last} ${word}`, style) <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** `sizes` are the font sizes to try, largest first. */
export type Box = { width: number; maxLines: number; sizes: readonly number[] }
type FittedText = { lines: string[]; size: number }

/**
 * The text at the largest size that fits the box, in lines of about equal length. If even the
 * smallest size is too large, the text ends in an ellipsis.
 */
export function fitText(
  text: string,
  { width, maxLines, sizes }: Box,
  style: Pick<Style, 'face' | 'tracking'>,
): FittedText {
  for (const size of sizes) {
    const sized = { ...style, size }
    const lines = breakLines(text, width, sized)
    if (lines.length > maxLines || lines.some((line) => textWidth(line, sized) > width)) continue
    let [narrow, wide] = [width / 2, width]
    while (wide - narrow > 4) {
      const middle = (narrow + wide) / 2
      const tried = breakLines(text, middle, sized)
      if (tried.length > lines.length || tried.some((line) => textWidth(line, sized) > middle))
        narrow = middle
      else wide = middle
    }
    return { lines: breakLines(text, wide, sized), size }
  }
  const size = sizes.at(-1) ?? 12
  const lines = breakLines(text, width, { ...style, size }).slice(0, maxLines)
  let last = lines.at(-1) ?? ''
  while (last.length > 1 && textWidth(`${last}…`, { ...style, size }) > width)
    last = last.slice(0, -1).trimEnd()
  return { lines: [...lines.slice(0, -1), `${last}…`], size }
}

/**
 * Lines as SVG from the baseline `y` down; `leading` is line height over font size, `end` the last
 * baseline.
 */
export function paragraph(
  fitted: FittedText,
  x: number,
  y: number,
  style: Omit<Style, 'size'>,
  leading = 1.12,
): { svg: string; end: number } {
  const step = fitted.size * leading
  const svg = fitted.lines
    .map((text, index) => textLine(text, x, y + index * step, { ...style, size: fitted.size }))
    .join('')
  return { svg, end: y + (fitted.lines.length - 1) * step }
}
