import { ExchangesScreen } from '#web/features/exchanges/exchanges-screen.tsx'
import { privateMeta } from '#web/pages/page-meta.ts'
import { useSide } from './use-side.ts'

export const meta = privateMeta('Swaps')

export default function Exchanges() {
  return <ExchangesScreen side={useSide()} />
}
