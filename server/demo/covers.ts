// Which layout a book's cover gets: by its branch, and then by chance that repeats.
import { hueOf } from './hues.ts'
import { bands, initial, plate, stack } from './layouts-of-type.ts'
import { arcs, bordered, dotted, landscape, plotted, quilted } from './layouts-with-pattern.ts'
import { seeded } from './random.ts'
import { byline, divide, type Layout, type Printed } from './setting.ts'

const technical = [arcs, plotted, quilted, bands, initial]
const studious = [bands, arcs, quilted, plate, initial]
const literary = [plate, stack, landscape, bordered, initial, bands]
const playful = [dotted, stack, landscape, quilted]

const layouts: Record<string, readonly Layout[]> = {
  Medical: studious,
  Law: studious,
  Commerce: studious,
  Management: studious,
  'School (Class 1-10)': studious,
  'Class 11-12': studious,
  'Competitive Exams': studious,
  Children: playful,
  Comics: playful,
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

/** A book's front cover: 800 x 1200 units of SVG, the same for the same book. */
export function coverOf({ title, author, branch }: Printed): string {
  const random = seeded(`cover ${title} ${author}`)
  const layout = random.pick(
    layouts[branch] ?? (technicalBranches.includes(branch) ? technical : literary),
  )
  return layout({ ...divide(title), author: byline(author), branch, hue: hueOf(branch), random })
}
