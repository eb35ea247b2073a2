import { randomBytes } from 'node:crypto'

/** A UUID v7 (RFC 9562): sorts by `time`, in milliseconds since 1970. `random` (16 bytes) fills the rest. */
export function newId(time = Date.now(), random: Uint8Array = randomBytes(16)): string {
  const bytes = Buffer.from(random)
  bytes.writeUIntBE(time, 0, 6)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
