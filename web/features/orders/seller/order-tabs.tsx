import { type OrderCounts, type OrderTab, orderTabs } from '#contract/orders/order-tabs.ts'
import { paths } from '#web/paths.ts'
import { CountLinks } from '#web/ui/count-links.tsx'

export const tabLabels: Record<OrderTab, string> = {
  'to-confirm': 'To confirm',
  'to-pack': 'To pack',
  'to-hand-over': 'To hand over',
  shipped: 'Shipped',
  'rents-due': 'Rents due',
  problems: 'Problems',
  done: 'Done',
}

/** The sentence that an empty tab shows below 'No orders found.' */
export const emptyTabHints: Record<OrderTab, string> = {
  'to-confirm': 'Buyers have confirmed all orders.',
  'to-pack': 'Nothing to pack.',
  'to-hand-over': 'No order waits to be handed over.',
  shipped: 'No parcel is on its way.',
  'rents-due': 'All rented books are back.',
  problems: 'No buyer has an open problem.',
  done: 'No order is finished yet.',
}

type Props = {
  tab: OrderTab | 'all' | undefined
  search: string | undefined
  counts?: OrderCounts | undefined
}

/** Links to the tabs, which keep the search. */
export function OrderTabs({ tab = 'all', search, counts }: Props) {
  const links = (['all', ...orderTabs] as const).map((name) => {
    const params = new URLSearchParams({
      ...(name !== 'all' && { tab: name }),
      ...(search && { search }),
    })
    return {
      name,
      label: name === 'all' ? 'All' : tabLabels[name],
      to: `${paths.seller.orders}${params.size > 0 ? `?${params}` : ''}`,
      count: counts?.[name],
      isUrgent: name === 'problems',
    }
  })
  return <CountLinks look="tabs" boxLabel="Tabs" label="Which orders" links={links} open={tab} />
}
