// Uploads on their way: how many bytes of them may be in memory, and how slow they may be.
import { Refusal } from '#contract/errors.ts'

/**
 * Uploads on their way, whose bytes are in memory: so many of a person, and so many bytes of one address and of all.
 * Bytes count as they arrive, so that a form takes no more room than what was sent of it.
 */
export const uploadLimits = { ofPerson: 2, addressBytes: 192 * 1024 * 1024, bytes: 384 * 1024 * 1024 } as const

/**
 * The least that must arrive of an upload in each span of time. A line of the slowest kind in use (GPRS, some 2 KB a
 * second upwards) brings four times as much, so it may also be silent for most of the span, as in a tunnel.
 */
export const leastPace = { bytes: 10 * 1024, seconds: 20 } as const

/** An upload on its way, which gives its room back when it is released. */
export type UploadRoom = {
  /** Makes room for bytes that arrived. Throws too_many_requests. */
  take: (bytes: number) => void
  release: () => void
}
/** Lets a person begin an upload. Throws too_many_requests. */
export type HoldUpload = (personId: string, address: string) => UploadRoom

/** Bounds the uploads of a server. */
export function createUploadLimit(): HoldUpload {
  const held = new Set<{ personId: string; address: string; bytes: number }>()
  const refuse = () => {
    throw new Refusal('too_many_requests', { retryAfter: 10 })
  }
  return (personId, address) => {
    if ([...held].filter((other) => other.personId === personId).length >= uploadLimits.ofPerson) refuse()
    const upload = { personId, address, bytes: 0 }
    held.add(upload)
    return {
      take: (bytes) => {
        upload.bytes += bytes
        const others = [...held].filter((other) => other !== upload)
        const fits = (most: number, beside: typeof others) => beside.reduce((sum, other) => sum + other.bytes, upload.bytes) <= most
        const near = others.filter((other) => other.address === address)
        if (!fits(uploadLimits.addressBytes, near) || !fits(uploadLimits.bytes, others)) refuse()
      },
      release: () => void held.delete(upload),
    }
  }
}
