import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { type OrderCounts, type OrderTab, orderTabs } from '#contract/orders/order-tabs.ts'
import { paths } from '#web/paths.ts'
import { ScrollBox } from '#web/ui/scroll-box.tsx'

export const tabLabels: Record<OrderTab, string> = {
  'to-confirm': 'To confirm',
  'to-pack': 'To pack',
  'to-hand-over': 'To hand over',
  shipped: 'Shipped',
  'rents-due': 'Rents due',
  problems: 'Problems',
  'with-buyer': 'With buyers',
  done: 'Done',
}

/** The sentence that an empty tab shows below 'No orders found.' */
export const emptyTabHints: Record<OrderTab, string> = {
  'to-confirm': 'Buyers have confirmed all orders.',
  'to-pack': 'Nothing to pack.',
  'to-hand-over': 'Nothing to hand over.',
  shipped: 'No parcel is on its way.',
  'rents-due': 'No rented book is due.',
  problems: 'No problem waits for your answer.',
  'with-buyer': 'No rented book is out, and no problem waits for its buyer.',
  done: 'No order is finished yet.',
}

const linkClass = `inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap border-transparent
  border-b-2 px-2.5 text-muted hover:text-foreground sm:min-h-10 aria-[current]:border-primary
  aria-[current]:font-medium aria-[current]:text-primary`

type Props = {
  tab: OrderTab | undefined
  search: string | undefined
  counts?: OrderCounts | undefined
}

/** Links to the tabs, which keep the search. */
export function OrderTabs({ tab, search, counts }: Props) {
  const nav = useRef<HTMLElement>(null)
  // On phones the open tab may be beyond the edge.
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>(`[data-tab="${tab ?? 'all'}"]`)
    const box = nav.current?.parentElement
    if (open && box) box.scrollLeft = open.offsetLeft + open.offsetWidth / 2 - box.clientWidth / 2
  }, [tab])
  const tabs = [
    ['all', 'All'] as const,
    ...orderTabs.map((name) => [name, tabLabels[name]] as const),
  ]
  return (
    <ScrollBox role="group" aria-label="Tabs" className="-mx-1 overflow-x-auto px-1">
      <nav
        ref={nav}
        aria-label="Order tabs"
        className="relative flex w-max min-w-full border-border border-b"
      >
        {tabs.map(([name, label]) => {
          const params = new URLSearchParams({
            ...(name !== 'all' && { tab: name }),
            ...(search && { search }),
          })
          const count = counts?.[name]
          return (
            <Link
              key={name}
              to={`${paths.seller.orders}${params.size > 0 ? `?${params}` : ''}`}
              preventScrollReset
              data-tab={name}
              aria-current={name === (tab ?? 'all') ? 'page' : undefined}
              className={linkClass}
            >
              {label}
              <span
                className={`min-w-5 rounded-full px-1.5 text-center text-xs tabular-nums leading-5
                  ${name === 'problems' && count ? 'bg-danger text-on-danger' : 'bg-sunken'}`}
              >
                {count?.toLocaleString('en-IN')}
              </span>
            </Link>
          )
        })}
      </nav>
    </ScrollBox>
  )
}
