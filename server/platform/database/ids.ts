import { randomInt, randomUUID } from 'node:crypto'

let last = { time: -1, count: 0 }

/**
 * Returns the next value of a 26-bit counter, which starts again each millisecond. It starts in the
 * lower half of its range, so it can't overflow.
 */
function nextCount(time: number): number {
  last = { time, count: time === last.time ? last.count + 1 : randomInt(2 ** 25) }
  return last.count
}

const toHex = (number: number, digits: number): string => number.toString(16).padStart(digits, '0')

/**
 * Returns a UUID v7 (RFC 9562). Ids sort by `time` (milliseconds since 1970), and those of the same
 * millisecond in the order of calls in this process. The last 48 bits are random.
 */
export function newId(time = Date.now()): string {
  const count = nextCount(time)
  const [start, end] = [toHex(Math.floor(time / 2 ** 16), 8), toHex(time % 2 ** 16, 4)]
  const [version, variant] = [0x7000 | (count >> 14), 0x8000 | (count & 0x3fff)]
  return `${start}-${end}-${toHex(version, 4)}-${toHex(variant, 4)}-${randomUUID().slice(24)}`
}
