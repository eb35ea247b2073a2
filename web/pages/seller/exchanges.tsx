import { ExchangesScreen } from '#web/features/exchanges/exchanges-screen.tsx'

export const meta = () => [{ title: 'Swaps · Dobara' }, { name: 'robots', content: 'noindex' }]

export default function SellerExchanges() {
  return <ExchangesScreen side="seller" />
}
