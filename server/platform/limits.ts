// What one address or one person may ask of this process, so that nobody keeps it from the others.
import { isIP } from 'node:net'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, type RefusalCode } from '#contract/errors.ts'
import { createGate } from './gate.ts'

/**
 * Calls a minute of one address. A hostel, a college or a mobile carrier puts hundreds of people behind one, and a screen
 * makes a handful of calls: 3,000 are some hundred people who read without a pause. A search is the dearest call; 600 are
 * ten new ones a second.
 */
export const perMinute = { calls: 3000, searches: 600 } as const
type Kind = keyof typeof perMinute

/** Of one address so many run at once, and so many more wait instead of being refused: one person's burst, or a crowd's. */
const atOnce = { calls: [8, 1000], searches: [2, 100] } as const

/** Uploads on their way, whose bytes are in memory: so many of a person, and so many bytes of one address and of all. */
export const uploadLimits = { ofPerson: 2, addressBytes: 192 * 1024 * 1024, bytes: 384 * 1024 * 1024 } as const

export type Limits = {
  /** Counts a call; throws too_many_requests above the limit of its address. */
  count: (kind: Kind, request: FastifyRequest) => Promise<void>
  /** Runs work when few enough of the address is under way. */
  inTurn: <T>(kind: Kind, address: string, work: () => Promise<T>) => Promise<T>
  /** Makes room for an upload of so many bytes, until the returned function is called. Throws too_many_requests. */
  holdUpload: (personId: string, address: string, bytes: number) => () => void
  /** Runs what an upload is for after what the same person's earlier ones are for. */
  afterUploads: <T>(personId: string, work: () => Promise<T>) => Promise<T>
}

/** So much within so many seconds, counted in the database, and the refusal of more. */
export type Quota = { most: number; seconds: number; code: RefusalCode }
/** The moment from which what was done counts. */
export const quotaStart = ({ seconds }: Quota, now: Date): Date => new Date(now.getTime() - seconds * 1000)
/** Refuses one more where the quota is used up; `earlier` are those since its start, the newest first. */
export function refuseAbove({ most, seconds, code }: Quota, earlier: readonly Date[], now: Date): void {
  const freeing = earlier[most - 1]
  if (freeing !== undefined) throw new Refusal(code, { retryAfter: Math.max(1, seconds - (now.getTime() - freeing.getTime()) / 1000) })
}

/**
 * The address that limits count under: a port or brackets that a proxy adds don't make another visitor, nor does IPv4 inside
 * IPv6. Of IPv6 the first 64 bits count, because one household, or one rented machine, has all the addresses below them.
 */
export function addressOf({ ip }: { ip: string | undefined }): string {
  const given = ip?.trim() ?? ''
  const plain = (/^\[([^\]]*)\]/.exec(given)?.[1] ?? given.replace(/^([\d.]+):\d+$/, '$1')).replace(/%.*$/, '')
  return isIP(plain) === 0 ? 'unknown' : normalizeIP(plain, 64)
}

function createUploadLimit(): Limits['holdUpload'] {
  const held = new Set<{ personId: string; address: string; bytes: number }>()
  return (personId, address, bytes) => {
    const all = [...held]
    const near = all.filter((other) => other.address === address)
    const fits = (most: number, beside: typeof all) =>
      beside.length === 0 || beside.reduce((sum, other) => sum + other.bytes, bytes) <= most
    const own = all.filter((other) => other.personId === personId).length
    if (own >= uploadLimits.ofPerson || !fits(uploadLimits.addressBytes, near) || !fits(uploadLimits.bytes, all))
      throw new Refusal('too_many_requests', { retryAfter: 10 })
    const upload = { personId, address, bytes }
    held.add(upload)
    return () => void held.delete(upload)
  }
}

/** The limits of a server; without `isOn` only those of uploads hold, which keep its memory. */
export async function createLimits(app: FastifyInstance, isOn: boolean): Promise<Limits> {
  await app.register(rateLimit, { global: false })
  const counter = (max: number) => app.createRateLimit({ max, timeWindow: 60_000, keyGenerator: addressOf })
  const counters = { calls: counter(perMinute.calls), searches: counter(perMinute.searches) }
  const gates = { calls: createGate(...atOnce.calls), searches: createGate(...atOnce.searches) }
  return {
    count: async (kind, request) => {
      if (!isOn) return
      const counted = await counters[kind](request)
      if (!counted.isAllowed && counted.isExceeded) throw new Refusal('too_many_requests', { retryAfter: counted.ttlInSeconds })
    },
    inTurn: (kind, address, work) => (isOn ? gates[kind](address, work) : work()),
    holdUpload: createUploadLimit(),
    afterUploads: createGate(1),
  }
}
