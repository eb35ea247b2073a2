import { useParams } from 'react-router'
import { ExchangePage } from '#web/features/exchanges/exchange-page.tsx'
import { privateMeta } from '#web/pages/page-meta.ts'
import { useSide } from './use-side.ts'

export const meta = privateMeta('Swap')

export default function Exchange() {
  const { exchangeId = '' } = useParams()
  return <ExchangePage exchangeId={exchangeId} side={useSide()} />
}
