import type { Side } from '#contract/common/endpoint.ts'
import { type Exchange, listExchanges } from '#contract/exchanges/exchanges.ts'
import { isFirstTry, useReadPages } from '#web/api/hooks.ts'
import { ExchangeCard } from '#web/features/exchanges/exchange-card.tsx'
import { useSession } from '#web/session/session.ts'

/** The rings that wait for an answer; none where they can't be loaded. */
export function useProposedRings(side: Side, { enabled }: { enabled: boolean }) {
  const session = useSession()
  const read = useReadPages(listExchanges, {}, { enabled: enabled && session?.role === side })
  const rings = read.rows.filter(({ status }) => status === 'proposed')
  return { rings, isLoading: isFirstTry(read) }
}

export function ProposedRings({ rings, side }: { rings: readonly Exchange[]; side: Side }) {
  if (rings.length === 0) return null
  return (
    <section aria-labelledby="proposed-rings" className="flex flex-col gap-3">
      <h2 id="proposed-rings" className="font-semibold text-xl">
        Rings for you
      </h2>
      <ul className="grid gap-3 lg:grid-cols-2">
        {rings.map((exchange) => (
          <li key={exchange._id}>
            <ExchangeCard exchange={exchange} side={side} />
          </li>
        ))}
      </ul>
    </section>
  )
}
