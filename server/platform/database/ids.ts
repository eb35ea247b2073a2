import { randomBytes, randomInt } from 'node:crypto'

let last = { time: -1, count: 0 }

/** Returns a 26-bit counter per millisecond. It starts in the lower half to leave room. */
function nextCount(time: number): number {
  last = { time, count: time === last.time ? last.count + 1 : randomInt(2 ** 25) }
  return last.count
}

/**
 * Makes a UUID v7 (RFC 9562). It sorts by `time` (milliseconds since 1970), and within a
 * millisecond by the order of calls in this process. `random` (16 bytes) replaces the counter and
 * the random bits.
 */
export function newId(time = Date.now(), random?: Uint8Array): string {
  const bytes = Buffer.from(random ?? randomBytes(16))
  if (!random) {
    const count = nextCount(time)
    bytes.writeUInt16BE(count >> 14, 6)
    bytes.writeUInt16BE(count & 0x3fff, 8)
  }
  bytes.writeUIntBE(time, 0, 6)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
