// Where everything stands in the drawing of a ring: people and books on an ellipse, clockwise, the
// first person at the top. In units of a drawing that is 320 wide.

export type Point = { x: number; y: number }
/** Where the title of a book stands beside its cover. */
type TitleSide = 'inside' | 'outside' | 'below'
type Leg = {
  cover: Point
  title: TitleSide
  isRight: boolean
  /** Of the arrow, as SVG. */
  path: string
  /** Moves the head of an arrow, which points to the right, to its end; as SVG. */
  head: string
}
export type RingLayout = { height: number; people: Point[]; legs: Leg[] }

export const drawingWidth = 320
export const personRadius = 26
export const coverWidth = 38
const middle = drawingWidth / 2
/** What stands above the person at the top. */
const topMargin = 30
/** Between an arrow and the people it joins. */
const gap = 5
/** Half of the width of a short name and of each letter, and the height of its lines. */
const minNameHalfWidth = 30
const halfLetterWidth = 4.2
export const maxNameWidth = 104
const nameHeights = { plain: 24, money: 42 }

const ellipses: Record<number, { rx: number; ry: number }> = {
  2: { rx: 112, ry: 92 },
  3: { rx: 112, ry: 126 },
  4: { rx: 94, ry: 142 },
  5: { rx: 102, ry: 164 },
}
/** What stands below the lowest point of an odd ring: half a cover, and its title. */
const titleBelow = 72

const toRadians = (degrees: number) => (degrees * Math.PI) / 180
const toDegrees = (radians: number) => (radians * 180) / Math.PI

/**
 * Of two to five people with these names, in giving order; `hasMoney`: below them stands what
 * somebody pays.
 */
export function ringLayout(names: readonly string[], hasMoney: boolean): RingLayout {
  const count = names.length
  const { rx, ry } = ellipses[count] ?? { rx: 102, ry: 164 }
  const nameHeight = nameHeights[hasMoney ? 'money' : 'plain']
  const centre = { x: middle, y: topMargin + personRadius + ry }
  const at = (degrees: number): Point => ({
    x: centre.x + rx * Math.cos(toRadians(degrees)),
    y: centre.y + ry * Math.sin(toRadians(degrees)),
  })
  /** Of the way round there, clockwise, in degrees. */
  const slope = (degrees: number): number =>
    toDegrees(Math.atan2(ry * Math.cos(toRadians(degrees)), -rx * Math.sin(toRadians(degrees))))
  const step = 360 / count
  const angles = Array.from({ length: count }, (_, index) => -90 + index * step)
  const people = angles.map(at)
  const isFree = (point: Point, index: number): boolean => {
    const person = people[index % count] as Point
    const [dx, dy] = [point.x - person.x, point.y - person.y]
    const length = names[index % count]?.length ?? 0
    const nameHalfWidth = Math.min(
      maxNameWidth / 2,
      Math.max(minNameHalfWidth, length * halfLetterWidth + gap),
    )
    const isOnName =
      index % count > 0 && Math.abs(dx) < nameHalfWidth && dy > 0 && dy < personRadius + nameHeight
    return Math.hypot(dx, dy) > personRadius + gap && !isOnName
  }
  const legs = angles.map((angle, index): Leg => {
    let [start, end] = [angle, angle + step]
    while (!isFree(at(start), index) && start < end) start++
    while (!isFree(at(end), index + 1) && end > start) end--
    const [begin, tip] = [at(start), at(end)]
    const half = (start + end) / 2
    const cover = at(half)
    const [cos, sin] = [Math.cos(toRadians(half)), Math.sin(toRadians(half))]
    return {
      cover,
      title: Math.abs(cos) < 0.3 ? 'below' : Math.abs(sin) < 0.6 ? 'inside' : 'outside',
      isRight: cos > 0,
      path: `M${round(begin)} A${rx} ${ry} 0 0 1 ${round(tip)}`,
      head: `translate(${round(tip)}) rotate(${slope(end).toFixed(1)})`,
    }
  })
  const below = count % 2 === 0 ? personRadius + nameHeight + 4 : titleBelow
  return { height: Math.round(centre.y + ry + below), people, legs }
}

const round = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`
