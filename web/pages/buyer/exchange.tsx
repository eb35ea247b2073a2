import { ExchangePage } from '#web/features/exchanges/exchange-page.tsx'
import { Guard } from '#web/layout/guards.tsx'
import type { Route } from './+types/exchange'

export const meta = () => [{ title: 'Swap · Dobara' }, { name: 'robots', content: 'noindex' }]

export default function BuyerExchange({ params }: Route.ComponentProps) {
  return (
    <Guard side="buyer">
      <main id="main" className="px-4 py-8">
        <ExchangePage exchangeId={params.exchangeId} side="buyer" />
      </main>
    </Guard>
  )
}
