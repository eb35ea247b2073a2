// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { UsedPrices as Prices } from '#contract/books/titles.ts'
import { renderPage } from '#web/testing-components.tsx'
import { UsedPrices } from './used-prices.tsx'

const known = { sold: 0, soldPrices: [], prices: 0 }
const prices: Prices = {
  publication_year: 2016,
  original_price: 500,
  conditions: [
    { condition: 'new', predicted_price: 240, low: 220, high: 1260 },
    { condition: 'good', predicted_price: 210, low: 190, high: 230 },
  ],
  known,
}

test('each condition has its price and range, of the edition that is named', () => {
  renderPage(<UsedPrices prices={prices} />)
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'ConditionAboutMost between',
    'Like new₹240₹220 and ₹1,260',
    'Good₹210₹190 and ₹230',
  ])
  const region = screen.getByRole('region', { name: 'What a used copy should sell for' })
  expect(region.textContent).toContain('The edition of 2016, printed price ₹500.')
  expect(region.textContent).not.toContain('this title')
})

test('what others sold is told, and that it counts', () => {
  renderPage(
    <UsedPrices prices={{ ...prices, known: { sold: 2, soldPrices: [240, 210], prices: 2 } }} />,
  )
  expect(screen.getByText(/what others got or ask for this title\./)).toBeTruthy()
  expect(screen.getByRole('region').textContent).toContain(
    '2 copies of this title were sold here, for ₹210 and ₹240.',
  )
})

test.each([undefined, { ...prices, conditions: [] }])('nothing to say (%#)', (given) => {
  renderPage(<UsedPrices prices={given} />)
  expect(screen.queryByRole('region')).toBeNull()
})
