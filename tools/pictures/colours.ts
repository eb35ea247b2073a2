// The colours of the drawings: one palette for each branch.
import type { branches } from '../../contract/books/branches.ts'

export const paper = '#FBF7EF'
export const ink = '#1F2421'

type Branch = (typeof branches)[number]

const palettes: Record<Branch, readonly [background: string, accent: string]> = {
  'Computer Science': ['#1D3557', '#E9A23B'],
  Mechanical: ['#7C3A21', '#EBC07A'],
  Civil: ['#575E53', '#E4B04A'],
  Electrical: ['#C98A12', '#2A2A3C'],
  Electronics: ['#0E6268', '#F0B85A'],
  Chemical: ['#4B7A3A', '#F3D27A'],
  Medical: ['#A32F3B', '#F4D9C6'],
  Law: ['#472443', '#D9A860'],
  Commerce: ['#1E5945', '#E8C26A'],
  Management: ['#2B4C86', '#F2A65A'],
  Arts: ['#B4553A', '#F5DDB3'],
  Science: ['#22618F', '#F6C445'],
  Mathematics: ['#523B7B', '#F0B94B'],
  'School (Class 1-10)': ['#CF7A22', '#1F4E5F'],
  'Class 11-12': ['#39748F', '#F4C95D'],
  'Competitive Exams': ['#84202C', '#E9B44C'],
  Fiction: ['#D4592A', '#1E2F45'],
  'Non-fiction': ['#356668', '#EFA94A'],
  Biography: ['#6B3958', '#EDBE74'],
  Children: ['#E2A429', '#B23A48'],
  Comics: ['#CE4037', '#F7C948'],
  'Religion & Philosophy': ['#C4692A', '#5B1F2A'],
  'Self-help': ['#6E8F4E', '#F6D98B'],
  History: ['#80633A', '#F0D9A8'],
  'Language & Literature': ['#2B5D63', '#E6A57E'],
}

export type Palette = {
  background: string
  accent: string
  dark: string
  soft: string
  pale: string
  /** The colour of text on the background. */
  text: string
}

const channels = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** A colour between two: `share` 0 gives the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const [left, right] = [channels(from), channels(to)]
  const mixed = left.map((value, index) =>
    Math.round(value + ((right[index] ?? value) - value) * share),
  )
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Perceived brightness, 0 to 255. */
const lightness = (colour: string) =>
  channels(colour).reduce(
    (sum, value, index) => sum + value * ([0.299, 0.587, 0.114][index] ?? 0),
    0,
  )

/** The palette of a branch. An unknown branch gets that of Non-fiction. */
export function paletteOf(branch: string): Palette {
  const [background, accent] = palettes[branch as Branch] ?? palettes['Non-fiction']
  return {
    background,
    accent,
    dark: mix(background, ink, 0.45),
    soft: mix(background, paper, 0.45),
    pale: mix(background, paper, 0.82),
    text: lightness(background) > 148 ? ink : paper,
  }
}
