import type { Exchange } from '#contract/exchanges/exchanges.ts'
import type { Tone } from '#web/ui/badge.tsx'

export const exchangeStatuses: Record<Exchange['status'], { label: string; tone: Tone }> = {
  proposed: { label: 'Proposed', tone: 'warning' },
  running: { label: 'Under way', tone: 'warning' },
  completed: { label: 'Complete', tone: 'success' },
  incomplete: { label: 'Partly cancelled', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'danger' },
  ended: { label: 'Came to nothing', tone: 'neutral' },
}
