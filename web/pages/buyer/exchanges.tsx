import { ExchangesScreen } from '#web/features/exchanges/exchanges-screen.tsx'
import { Guard } from '#web/layout/guards.tsx'

export const meta = () => [{ title: 'Swaps · Dobara' }, { name: 'robots', content: 'noindex' }]

export default function BuyerExchanges() {
  return (
    <Guard side="buyer">
      <main id="main" className="mx-auto w-full max-w-6xl px-4 py-8">
        <ExchangesScreen side="buyer" />
      </main>
    </Guard>
  )
}
