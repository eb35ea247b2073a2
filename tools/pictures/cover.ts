// Chooses the layout of a book's cover: among those of its branch, by a seeded random number.

import { seeded } from '../../server/demo/random.ts'
import { paletteOf } from './colours.ts'
import { authorLine, type CoverText, type Layout, splitTitle } from './layout.ts'
import { arcs, bordered, dotted, landscape, plotted, quilted } from './pattern-layouts.ts'
import { bands, initial, plate, stack } from './text-layouts.ts'

const technicalLayouts = [arcs, plotted, quilted, bands, initial]
const textbookLayouts = [bands, arcs, quilted, plate, initial]
const generalLayouts = [plate, stack, landscape, bordered, initial, bands]
const childrensLayouts = [dotted, stack, landscape, quilted]

const layouts: Record<string, readonly Layout[]> = {
  Medical: textbookLayouts,
  Law: textbookLayouts,
  Commerce: textbookLayouts,
  Management: textbookLayouts,
  'School (Class 1-10)': textbookLayouts,
  'Class 11-12': textbookLayouts,
  'Competitive Exams': textbookLayouts,
  Children: childrensLayouts,
  Comics: childrensLayouts,
}
const technicalBranches = [
  'Computer Science',
  'Mechanical',
  'Civil',
  'Electrical',
  'Electronics',
  'Chemical',
  'Science',
  'Mathematics',
]

/** A book's front cover as SVG of 800 x 1200 units. The same book gets the same cover. */
export function drawCover({ title, author, branch }: CoverText): string {
  const random = seeded(`cover ${title} ${author}`)
  const layout = random.pick(
    layouts[branch] ?? (technicalBranches.includes(branch) ? technicalLayouts : generalLayouts),
  )
  return layout({
    ...splitTitle(title),
    author: authorLine(author),
    branch,
    palette: paletteOf(branch),
    random,
  })
}
