import type { Exchange } from '#contract/exchanges/exchanges.ts'
import type { Tone } from '#web/ui/badge.tsx'
import { isMoneyOpen } from './next-step.ts'

const exchangeStatuses: Record<Exchange['status'], { label: string; tone: Tone }> = {
  proposed: { label: 'Proposed', tone: 'warning' },
  running: { label: 'Under way', tone: 'warning' },
  completed: { label: 'Complete', tone: 'success' },
  incomplete: { label: 'Partly cancelled', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'danger' },
  ended: { label: 'Came to nothing', tone: 'neutral' },
}

/** With all books in it is complete, but for whoever still has rupees to pay or to get. */
export const statusOf = (exchange: Exchange): { label: string; tone: Tone } =>
  isMoneyOpen(exchange)
    ? { label: 'Rupees still open', tone: 'warning' }
    : exchangeStatuses[exchange.status]
