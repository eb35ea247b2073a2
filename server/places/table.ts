// The table of PIN codes: the names of the states, then a line for each PIN code, as
// tools/pin-codes writes it. An empty city has the area's name.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { MapPoint } from './projection.ts'

export type PlaceWithPoint = {
  pinCode: string
  area: string
  city: string
  state: string
  /** Absent where it isn't known to about 10 km: then nobody says how far away it is. */
  point?: MapPoint
}

const readText = () => readFileSync(new URL('pin-codes.txt', import.meta.url), 'utf8')

export const readTableHash = (): string => createHash('sha256').update(readText()).digest('hex')

/** Reads the whole table, which takes some 30 ms. */
export function readTable(): Map<string, PlaceWithPoint> {
  const text = readText()
  const [states = '', ...lines] = text.trimEnd().split('\n')
  const stateNames = states.split('|')
  return new Map(
    lines.map((line) => {
      const [pinCode = '', area = '', city, state, x, y] = line.split('|')
      const names = { area, city: city || area, state: stateNames[Number(state)] ?? '' }
      const point = x === undefined ? undefined : { x: Number(x), y: Number(y) }
      return [pinCode, { pinCode, ...names, ...(point && { point }) }]
    }),
  )
}
