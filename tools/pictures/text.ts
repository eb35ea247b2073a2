// Text as SVG outlines, so that the drawings look the same on a machine without fonts.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import opentype, { type Font, type PathCommand } from 'opentype.js'

const packages = createRequire(import.meta.url)

const files = {
  serif: 'fraunces/files/fraunces-latin-400-normal.woff',
  italic: 'fraunces/files/fraunces-latin-400-italic.woff',
  serifBold: 'fraunces/files/fraunces-latin-600-normal.woff',
  serifBlack: 'fraunces/files/fraunces-latin-900-normal.woff',
  sans: 'inter/files/inter-latin-500-normal.woff',
  sansBold: 'inter/files/inter-latin-800-normal.woff',
} as const

type Face = keyof typeof files

/** A word's outline and width, in font units. */
type Word = { outline: string; advance: number }
type Typeface = {
  unitsPerEm: number
  capHeight: number
  space: number
  has: (letter: string) => boolean
  word: (text: string, tracking: number) => Word
}

const point = (x: number, y: number) => `${Math.round(x)} ${Math.round(y)}`

/** The library's own `toPathData` runs numbers together where a coordinate rounds to -0. */
const outlineOf = (commands: PathCommand[]): string =>
  commands
    .map((command) => {
      if (command.type === 'Z') return 'Z'
      const end = point(command.x, command.y)
      if (command.type === 'Q') return `Q${point(command.x1, command.y1)} ${end}`
      if (command.type === 'C')
        return `C${point(command.x1, command.y1)} ${point(command.x2, command.y2)} ${end}`
      return command.type + end
    })
    .join('')

function openFace(face: Face): Typeface {
  const bytes = readFileSync(packages.resolve(`@fontsource/${files[face]}`))
  const font: Font = opentype.parse(
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
  )
  const words = new Map<string, Word>()
  const { unitsPerEm } = font
  return {
    unitsPerEm,
    capHeight: (font.charToGlyph('H').getMetrics().yMax ?? unitsPerEm * 0.7) / unitsPerEm,
    space: font.charToGlyph(' ').advanceWidth ?? unitsPerEm / 4,
    has: (letter) => font.charToGlyphIndex(letter) > 0,
    word(text, tracking) {
      const key = `${tracking} ${text}`
      const known = words.get(key)
      if (known) return known
      // Glyph by glyph, because the library's shaping fails on a substitution in Fraunces.
      const glyphs = Array.from(text, (letter) => font.charToGlyph(letter))
      let advance = 0
      let outline = ''
      for (const [index, glyph] of glyphs.entries()) {
        outline += outlineOf(glyph.getPath(advance, 0, unitsPerEm).commands)
        const next = glyphs[index + 1]
        advance +=
          (glyph.advanceWidth ?? 0) +
          (next ? font.getKerningValue(glyph, next) : 0) +
          tracking * unitsPerEm
      }
      const made = { outline, advance }
      words.set(key, made)
      return made
    },
  }
}

const typefaces = new Map<Face, Typeface>()
function faceOf(face: Face): Typeface {
  const typeface = typefaces.get(face) ?? openFace(face)
  typefaces.set(face, typeface)
  return typeface
}

export type Style = {
  face: Face
  size: number
  fill: string
  tracking?: number
  align?: 'left' | 'centre' | 'right'
}

/** The width of a line; `tracking` is extra space for each letter, in ems. */
export function textWidth(
  text: string,
  { face, size, tracking = 0 }: Pick<Style, 'face' | 'size' | 'tracking'>,
): number {
  const { word, space, unitsPerEm } = faceOf(face)
  const words = text.split(' ')
  const letters = words.reduce((sum, one) => sum + word(one, tracking).advance, 0)
  return ((letters + (words.length - 1) * (space + tracking * unitsPerEm)) * size) / unitsPerEm
}

export const capHeight = (face: Face, size: number): number => faceOf(face).capHeight * size

/** One line of text as SVG; `x` is its start, centre or end, as `align` says, `y` its baseline. */
export function textLine(text: string, x: number, y: number, style: Style): string {
  const { word, space, unitsPerEm } = faceOf(style.face)
  const tracking = style.tracking ?? 0
  const width = style.align === undefined || style.align === 'left' ? 0 : textWidth(text, style)
  const start = x - (style.align === 'centre' ? width / 2 : style.align === 'right' ? width : 0)
  const scale = style.size / unitsPerEm
  let pen = 0
  const outlines = text.split(' ').map((one) => {
    const { outline, advance } = word(one, tracking)
    const drawn =
      outline === '' ? '' : `<path transform="translate(${pen.toFixed(0)} 0)" d="${outline}"/>`
    pen += advance + space + tracking * unitsPerEm
    return drawn
  })
  return `<g fill="${style.fill}" transform="translate(${start.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(5)})">${outlines.join('')}</g>`
}

export const hasLetters = (text: string): boolean =>
  (Object.keys(files) as Face[]).every((face) =>
    Array.from(text).every((letter) => faceOf(face).has(letter)),
  )
