// How far a book of a ring has come: in the drawing by line and colour, and in a word below it.
import { Check, type LucideIcon, Package, X } from 'lucide-react'
import type { ExchangeLeg } from '#contract/exchanges/exchange-legs.ts'
import type { Exchange } from '#contract/exchanges/exchanges.ts'

type Look = {
  /** The class of its arrow, and `dashes` of its line as SVG has them; none for a whole one. */
  stroke: string
  dashes?: string
  label?: string
  icon?: LucideIcon
  tone?: string
}

const looks = {
  proposed: { stroke: 'text-primary' },
  ended: { stroke: 'text-input', dashes: '1 7' },
  pending: { stroke: 'text-muted', dashes: '7 7', label: 'pending', tone: 'text-muted' },
  sent: { stroke: 'text-accent', label: 'shipped', icon: Package, tone: 'text-accent-text' },
  delivered: { stroke: 'text-primary', label: 'delivered', icon: Check, tone: 'text-primary' },
  received: { stroke: 'text-primary', label: 'received', icon: Check, tone: 'text-primary' },
  cancelled: {
    stroke: 'text-danger',
    dashes: '1 7',
    label: 'cancelled',
    icon: X,
    tone: 'text-danger',
  },
} as const satisfies Record<string, Look>
export type LegState = keyof typeof looks
export const lookOf = (state: LegState): Look => looks[state]

export function legStateOf({ status }: Pick<Exchange, 'status'>, leg: ExchangeLeg): LegState {
  if (leg.isIn) return 'received'
  if (leg.status === 'Pending') return 'pending'
  if (leg.status === 'Shipped') return 'sent'
  if (leg.status === 'Delivered') return 'delivered'
  if (leg.status === 'Cancelled') return 'cancelled'
  return status === 'ended' ? 'ended' : 'proposed'
}
