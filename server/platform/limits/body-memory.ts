// Request bodies being read: how many bytes of them are in memory, and how slowly they may come.
import { AppError } from '#contract/common/errors.ts'
import { maxUploadIntervals, minUploadRate, uploadLimits } from './policy.ts'

export type BodyReservation = {
  /** Counts bytes that arrived. Throws too_many_requests if there is no memory for them. */
  take: (bytes: number) => void
  /**
   * Waits for `reading`. Throws too_slow, too_large above `maxBytes` on the socket, and
   * too_many_requests if it is dropped to make room for others.
   */
  read: <T>(socket: { bytesRead: number }, reading: Promise<T>, maxBytes?: number) => Promise<T>
  release: () => void
}
/** `accountId` is given for forms with pictures. Throws too_many_requests. */
export type ReserveBody = (address: string, accountId?: string) => BodyReservation

type Reservation = {
  accountId: string | undefined
  bytes: number
  latestBytes?: number
  abort?: (error: AppError) => void
  release: () => void
}
type Budget = { max: number; bytes: number; reservations: Set<Reservation> }

const outOfMemory = () => new AppError('too_many_requests', { retryAfter: 10 })
const intervalsToResend = ({ bytes, latestBytes }: Reservation): number =>
  latestBytes === undefined ? 0 : bytes / Math.max(1, latestBytes)

function makeRoom(budget: Budget): void {
  while (budget.bytes > budget.max) {
    const [slowest] = [...budget.reservations]
      .filter(({ abort }) => abort)
      .filter((reservation) => intervalsToResend(reservation) > maxUploadIntervals)
      .sort((a, b) => intervalsToResend(b) - intervalsToResend(a))
    if (!slowest) throw outOfMemory()
    slowest.release()
    slowest.abort?.(outOfMemory())
  }
}

async function readWithMinRate<T>(
  reservation: Reservation,
  socket: { bytesRead: number },
  reading: Promise<T>,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  reservation.abort = reject
  const bytesAtStart = socket.bytesRead
  let previousBytes = bytesAtStart
  const timer = setInterval(() => {
    reservation.latestBytes = socket.bytesRead - previousBytes
    previousBytes = socket.bytesRead
    if (reservation.latestBytes < minUploadRate.bytes) reject(new AppError('too_slow'))
    if (socket.bytesRead - bytesAtStart > maxBytes) reject(new AppError('too_large'))
  }, minUploadRate.seconds * 1000)
  return Promise.race([reading, aborted]).finally(() => {
    clearInterval(timer)
    delete reservation.abort
  })
}

const createBudget = (max: number): Budget => ({ max, bytes: 0, reservations: new Set() })

export function createBodyBudget(): ReserveBody {
  const total = createBudget(uploadLimits.totalBytes)
  const byAddress = new Map<string, Budget>()
  return (address, accountId) => {
    if (
      accountId !== undefined &&
      [...total.reservations].filter((other) => other.accountId === accountId).length >=
        uploadLimits.formsPerAccount
    )
      throw outOfMemory()
    const ofAddress = byAddress.get(address) ?? createBudget(uploadLimits.bytesPerAddress)
    byAddress.set(address, ofAddress)
    const budgets = [ofAddress, total]
    const reservation: Reservation = {
      accountId,
      bytes: 0,
      release: () => {
        for (const budget of budgets)
          if (budget.reservations.delete(reservation)) budget.bytes -= reservation.bytes
        if (ofAddress.reservations.size === 0 && byAddress.get(address) === ofAddress)
          byAddress.delete(address)
      },
    }
    for (const { reservations } of budgets) reservations.add(reservation)
    return {
      take: (bytes) => {
        if (!total.reservations.has(reservation)) throw outOfMemory()
        reservation.bytes += bytes
        for (const budget of budgets) budget.bytes += bytes
        for (const budget of budgets) makeRoom(budget)
      },
      read: (socket, reading, maxBytes) => readWithMinRate(reservation, socket, reading, maxBytes),
      release: reservation.release,
    }
  }
}
