import { listWants } from '#contract/wishlist/wants.ts'
import { useRead } from '#web/api/hooks.ts'
import { useSession } from '#web/session/session.ts'
import { ReservationCard } from './reservation-card.tsx'

/** The copies that are reserved for the person, above what they want. */
export function Reservations() {
  const session = useSession()
  const read = useRead(listWants, {}, { enabled: !!session })
  const reserved = read.data?.wants.flatMap(({ reserved }) => reserved ?? []) ?? []
  if (reserved.length === 0) return null
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      {reserved.map((reservation) => (
        <ReservationCard key={reservation._id} reservation={reservation} />
      ))}
    </div>
  )
}
