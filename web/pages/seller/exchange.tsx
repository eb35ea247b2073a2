import { ExchangePage } from '#web/features/exchanges/exchange-page.tsx'
import type { Route } from './+types/exchange'

export const meta = () => [{ title: 'Swap · Dobara' }, { name: 'robots', content: 'noindex' }]

export default function SellerExchange({ params }: Route.ComponentProps) {
  return <ExchangePage exchangeId={params.exchangeId} side="seller" />
}
