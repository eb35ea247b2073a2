// How a cover's words are set: the title's parts, the authors, the name of the shelf.
import type { Hue } from './hues.ts'
import { capHeight, line, type Style, widthOf } from './lettering.ts'
import { fitText, paragraph } from './paragraphs.ts'
import type { Random } from './random.ts'

export type Printed = { title: string; author: string; branch: string }
export type Cover = {
  main: string
  rest: string | undefined
  author: string
  branch: string
  hue: Hue
  random: Random
}
export type Layout = (cover: Cover) => string

/** Sizes for a title that shares its page with a pattern. */
export const medium = [92, 84, 76, 68, 60, 54, 48, 42] as const

/** A whole page: 800 x 1200 units. */
export const whole = { x: 0, y: 0, width: 800, height: 1200 }

/** 'Surveying, Volume I' and 'Sapiens: A Brief History' have a main title and a rest that is set smaller. */
export function divide(title: string): { main: string; rest: string | undefined } {
  const [, main, rest] = /^(.{3,}?)(?:: |, (?=(?:Volume|Part|Class|Vol)\b))(.+)$/.exec(title) ?? []
  return { main: main ?? title, rest }
}

/** The authors as a cover has room for them. */
export function byline(author: string): string {
  const names = author.split(', ')
  return names.length > 3
    ? `${names[0]} and others`
    : names.join(', ').replace(/, ([^,]+)$/, ' & $1')
}

type Place = { x: number; y: number; width: number; align: 'left' | 'centre' | 'right' }

/** Title and the smaller rest below one another; says where they end. */
export function titled(
  { main, rest }: Cover,
  place: Place,
  style: Pick<Style, 'face' | 'fill'>,
  sizes: readonly number[],
  lines = 5,
): { svg: string; end: number } {
  const fitted = fitText(main, { width: place.width, lines, sizes }, style)
  const leading = style.face.startsWith('sans') ? 1.06 : 1.08
  const title = paragraph(
    fitted,
    place.x,
    place.y + capHeight(style.face, fitted.size),
    { ...style, align: place.align },
    leading,
  )
  if (rest === undefined) return title
  const face = style.face.startsWith('sans') ? 'sans' : 'italic'
  const small = fitText(rest, { width: place.width, lines: 3, sizes: [44, 40, 36, 32] }, { face })
  const below = paragraph(
    small,
    place.x,
    title.end + small.size * 1.75,
    { face, fill: style.fill, align: place.align },
    1.2,
  )
  return { svg: title.svg + below.svg, end: below.end }
}

export function authored(
  author: string,
  place: Place,
  style: Omit<Style, 'size' | 'align'>,
  sizes: readonly number[] = [36, 33, 30, 27],
): { svg: string; end: number } {
  return paragraph(
    fitText(author, { width: place.width, lines: 3, sizes }, style),
    place.x,
    place.y,
    { ...style, align: place.align },
    1.25,
  )
}

/** The size at which a line is at most so wide, from `size` down. */
export const narrowed = (text: string, face: Style['face'], size: number, width: number): number =>
  Math.min(size, (size * width) / widthOf(text, { face, size }))

export const series = (
  branch: string,
  x: number,
  y: number,
  fill: string,
  align: Place['align'] = 'left',
) => line(branch.toUpperCase(), x, y, { face: 'sansBold', size: 21, tracking: 0.14, fill, align })
