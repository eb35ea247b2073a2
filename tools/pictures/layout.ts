// The parts that cover layouts share: title, authors and branch as blocks of text.

import type { Random } from '../../server/demo/random.ts'
import type { Palette } from './colours.ts'
import { fitText, paragraph } from './paragraphs.ts'
import { capHeight, type Style, textLine, textWidth } from './text.ts'

export type CoverText = { title: string; author: string; branch: string }
export type Cover = {
  main: string
  subtitle: string | undefined
  author: string
  branch: string
  palette: Palette
  random: Random
}
export type Layout = (cover: Cover) => string

/** Font sizes for a title beside a pattern, largest first. */
export const mediumSizes = [92, 84, 76, 68, 60, 54, 48, 42] as const

/** All drawings have 800 x 1200 units. */
export const fullPage = { x: 0, y: 0, width: 800, height: 1200 }

/** Splits off a subtitle: 'Surveying, Volume I', 'Sapiens: A Brief History'. */
export function splitTitle(title: string): { main: string; subtitle: string | undefined } {
  const [, main, subtitle] =
    /^(.{3,}?)(?:: |, (?=(?:Volume|Part|Class|Vol)\b))(.+)$/.exec(title) ?? []
  return { main: main ?? title, subtitle }
}

export function authorLine(author: string): string {
  const names = author.split(', ')
  return names.length > 3
    ? `${names[0]} and others`
    : names.join(', ').replace(/, ([^,]+)$/, ' & $1')
}

type Place = { x: number; y: number; width: number; align: 'left' | 'centre' | 'right' }

/** The title with its subtitle below; `end` is the last baseline. */
export function titleBlock(
  { main, subtitle }: Cover,
  place: Place,
  style: Pick<Style, 'face' | 'fill'>,
  sizes: readonly number[],
  maxLines = 5,
): { svg: string; end: number } {
  const fitted = fitText(main, { width: place.width, maxLines, sizes }, style)
  const leading = style.face.startsWith('sans') ? 1.06 : 1.08
  const title = paragraph(
    fitted,
    place.x,
    place.y + capHeight(style.face, fitted.size),
    { ...style, align: place.align },
    leading,
  )
  if (subtitle === undefined) return title
  const face = style.face.startsWith('sans') ? 'sans' : 'italic'
  const small = fitText(
    subtitle,
    { width: place.width, maxLines: 3, sizes: [44, 40, 36, 32] },
    { face },
  )
  const below = paragraph(
    small,
    place.x,
    title.end + small.size * 1.75,
    { face, fill: style.fill, align: place.align },
    1.2,
  )
  return { svg: title.svg + below.svg, end: below.end }
}

export function authorBlock(
  author: string,
  place: Place,
  style: Omit<Style, 'size' | 'align'>,
  sizes: readonly number[] = [36, 33, 30, 27],
): { svg: string; end: number } {
  return paragraph(
    fitText(author, { width: place.width, maxLines: 3, sizes }, style),
    place.x,
    place.y,
    { ...style, align: place.align },
    1.25,
  )
}

/** The largest font size, up to `size`, at which a line is no wider than `width`. */
export const fittingSize = (
  text: string,
  face: Style['face'],
  size: number,
  width: number,
): number => Math.min(size, (size * width) / textWidth(text, { face, size }))

export const branchLabel = (
  branch: string,
  x: number,
  y: number,
  fill: string,
  align: Place['align'] = 'left',
) =>
  textLine(branch.toUpperCase(), x, y, { face: 'sansBold', size: 21, tracking: 0.14, fill, align })
