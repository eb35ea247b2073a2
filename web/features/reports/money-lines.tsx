import { formatCount } from '#contract/common/numbers.ts'
import type { SellerMoney } from '#contract/orders/reports.ts'
import { formatRupees } from '#web/format.ts'
import { Loading } from '#web/ui/loading/loading.tsx'

const lines = [
  ['received', 'Received', 'Paid, or handed over for cash'],
  ['agreed', 'Confirmed, unpaid', 'The buyer confirmed the order'],
  ['waiting', 'Waiting for the buyer', undefined],
] as const

/** Amounts that aren't sales, or that are taken off them. */
function otherAmounts({ refunds, deposits, lateFees, swaps }: SellerMoney): string[] {
  const toCome = swaps && swaps.unpaid > 0 && ` (${formatRupees(swaps.unpaid)} to come)`
  return [
    ...(refunds ? [`Refunds: −${formatRupees(refunds)}`] : []),
    ...(lateFees ? [`Late fees: ${formatRupees(lateFees)}`] : []),
    ...(swaps ? [`Cash for swaps: ${formatRupees(swaps.received)}${toCome || ''}`] : []),
    ...(deposits ? [`Deposits you hold for buyers: ${formatRupees(deposits)}`] : []),
  ]
}

/** Shows how much of a seller's sales is paid. */
export const MoneyLines = ({ money }: { money: SellerMoney }) => (
  <div className="rounded-box border border-border bg-surface">
    <dl className="grid divide-border max-sm:divide-y sm:grid-cols-3 sm:divide-x">
      {lines.map(([name, label, hint]) => (
        <div
          key={name}
          className="grid grid-cols-[1fr_auto] content-start items-baseline gap-x-4 px-4 py-2 sm:grid-cols-1 sm:py-3"
        >
          <dt className="text-sm">{label}</dt>
          <dd className="text-right font-semibold tabular-nums sm:text-left sm:text-lg">
            {formatRupees(money[name].amount)}
          </dd>
          <dd className="text-right text-muted text-sm max-sm:col-start-2 sm:text-left">
            {formatCount(money[name].orders, 'order')}
          </dd>
          {hint && (
            <dd className="text-muted text-sm max-sm:col-start-1 max-sm:row-start-2">{hint}</dd>
          )}
        </div>
      ))}
    </dl>
    <Others amounts={otherAmounts(money)} />
  </div>
)

export const MoneyLinesSkeleton = () => <Loading skeletons={['h-46 sm:h-28.5']} />

function Others({ amounts }: { amounts: string[] }) {
  if (amounts.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-1 border-border border-t px-4 py-3 text-sm tabular-nums">
      {amounts.map((amount) => (
        <li key={amount}>{amount}</li>
      ))}
    </ul>
  )
}
