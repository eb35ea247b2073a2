// Bodies on their way: how many bytes of them may be in memory, and how slow they may be.
import { AppError } from '#contract/errors.ts'

/**
 * So many forms of a person, and so many bytes of one address and of all. Bytes count as they arrive, so that a body
 * takes no more room than what was sent of it.
 */
export const uploadLimits = {
  ofPerson: 2,
  addressBytes: 192 * 1024 * 1024,
  bytes: 384 * 1024 * 1024,
} as const

/**
 * The least that must arrive of a body in each span of time. A line of the slowest kind in use (GPRS, some 2 KB a
 * second upwards) brings four times as much, so it may also be silent for most of the span, as in a tunnel.
 */
export const minPace = { bytes: 10 * 1024, seconds: 20 } as const

/**
 * Where room is needed, who would need more than so many spans to send once more what they hold, at the pace of their
 * last one, has to give it up: ten minutes. A form of 25 MB does better at 42 KB a second; one that trickles doesn't.
 */
export const maxSpans = 30

/** A body on its way, which gives its room back when it is released. */
export type BodyReservation = {
  /** Makes room for bytes that arrived. Throws too_many_requests. */
  take: (bytes: number) => void
  /**
   * Waits for what is being read from a line. Throws too_slow where that hardly moves, too_large where more comes than `most`
   * bytes, whatever they are, too_many_requests where it lingers while others need its room.
   */
  read: <T>(line: { bytesRead: number }, reading: Promise<T>, max?: number) => Promise<T>
  release: () => void
}
/** Lets a body come from an address; a form with pictures tells whose it is. Throws too_many_requests. */
export type ReserveBody = (address: string, personId?: string) => BodyReservation

type Held = {
  personId: string | undefined
  bytes: number
  /** What came in the last span; undefined in the first one. */
  came?: number
  /** Ends the reading, while it goes on. */
  giveUp?: (why: AppError) => void
  release: () => void
}
/** What is held of one address, or of all. */
type Share = { max: number; bytes: number; held: Set<Held> }

const full = () => new AppError('too_many_requests', { retryAfter: 10 })
const spansHeld = ({ bytes, came }: Held): number =>
  came === undefined ? 0 : bytes / Math.max(1, came)

/** Lets those go that linger until what is held fits, the worst first. Throws too_many_requests where it doesn't then. */
function makeRoom(share: Share): void {
  while (share.bytes > share.max) {
    const slow = [...share.held].filter((one) => one.giveUp && spansHeld(one) > maxSpans)
    const worst = slow.reduce<Held | undefined>(
      (max, one) => (max && spansHeld(max) >= spansHeld(one) ? max : one),
      undefined,
    )
    if (!worst) throw full()
    worst.release()
    worst.giveUp?.(full())
  }
}

/** Waits for what is being read, as long as enough of it comes; `one` can be told to give up meanwhile. */
async function keepPace<T>(
  one: Held,
  line: { bytesRead: number },
  reading: Promise<T>,
  max = Number.POSITIVE_INFINITY,
): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  one.giveUp = reject
  const begun = line.bytesRead
  let before = begun
  const watch = setInterval(() => {
    one.came = line.bytesRead - before
    before = line.bytesRead
    if (one.came < minPace.bytes) reject(new AppError('too_slow'))
    if (line.bytesRead - begun > max) reject(new AppError('too_large'))
  }, minPace.seconds * 1000)
  return Promise.race([reading, ended]).finally(() => {
    clearInterval(watch)
    delete one.giveUp
  })
}

/** Bounds the bodies that a server reads. */
export function createBodyBudget(): ReserveBody {
  const all: Share = { max: uploadLimits.bytes, bytes: 0, held: new Set() }
  const addresses = new Map<string, Share>()
  return (address, personId) => {
    if (
      personId !== undefined &&
      [...all.held].filter((other) => other.personId === personId).length >= uploadLimits.ofPerson
    )
      throw full()
    const near = addresses.get(address) ?? {
      max: uploadLimits.addressBytes,
      bytes: 0,
      held: new Set(),
    }
    addresses.set(address, near)
    const shares = [near, all]
    const one: Held = {
      personId,
      bytes: 0,
      release: () => {
        for (const share of shares) if (share.held.delete(one)) share.bytes -= one.bytes
        if (near.held.size === 0 && addresses.get(address) === near) addresses.delete(address)
      },
    }
    for (const { held } of shares) held.add(one)
    return {
      take: (bytes) => {
        if (!all.held.has(one)) throw full()
        one.bytes += bytes
        for (const share of shares) share.bytes += bytes
        for (const share of shares) makeRoom(share)
      },
      read: (line, reading, max) => keepPace(one, line, reading, max),
      release: one.release,
    }
  }
}
