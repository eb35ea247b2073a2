// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { maxParcels } from '#contract/orders/parcels.ts'
import { sampleOrder } from '#web/features/orders/testing-orders.ts'
import { renderWithLinks } from '#web/testing-components.tsx'
import { useSelection } from '#web/ui/selection/use-selection.ts'
import { OrdersTable } from './orders-table.tsx'
import { ParcelBar } from './parcel-bar.tsx'
import { toRows } from './seller-steps.ts'

function Page({ count, hasMore = false }: { count: number; hasMore?: boolean }) {
  const orders = [
    { ...sampleOrder, _id: 'ffffff', agreed: false },
    ...Array.from({ length: count }, (_, n) => ({
      ...sampleOrder,
      _id: `${100_000 + n}`,
      can: ['ship' as const],
    })),
  ]
  const list = { rows: orders, total: undefined, isPlaceholderData: false }
  const selection = useSelection({}, list, maxParcels)
  const rows = toRows(orders)
  return (
    <>
      <ParcelBar rows={rows} hasMore={hasMore} selection={selection} />
      <OrdersTable rows={rows} selection={selection} />
    </>
  )
}

const boxes = () => screen.queryAllByRole('checkbox', { name: /^Select order/ })

test('only orders to pack can be selected, and the bar prints those', async () => {
  const { user } = renderWithLinks(<Page count={2} />)
  expect(boxes()).toHaveLength(2)
  screen.getByText('2 parcels to pack')
  await user.click(screen.getByRole('checkbox', { name: 'Select order 100001' }))
  screen.getByText('1 selected')
  const labels = screen.getByRole('link', { name: 'Print labels' })
  expect(labels.getAttribute('href')).toBe('/seller/orders/labels?orders=100001')
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  const slips = screen.getByRole('link', { name: 'Packing slips' })
  expect(slips.getAttribute('href')).toBe('/seller/orders/slips?orders=100000,100001')
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(screen.queryByRole('link', { name: 'Print labels' })).toBeNull()
})

test('the bar doesn’t count parcels while some may not be loaded', () => {
  renderWithLinks(<Page count={2} hasMore />)
  screen.getByText('Parcels to pack')
  expect(screen.queryByText('2 parcels to pack')).toBeNull()
})

test('there is nothing to select if nothing is to be packed', () => {
  renderWithLinks(<Page count={0} />)
  expect(screen.queryAllByRole('checkbox')).toEqual([])
})

test('more parcels than one call can send are refused before it', async () => {
  const { user } = renderWithLinks(<Page count={maxParcels + 1} />)
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  screen.getByText('Select at most 100 of them.')
  expect(screen.queryByRole('button', { name: 'Mark as shipped' })).toBeNull()
})
