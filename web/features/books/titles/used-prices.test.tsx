// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { UsedPrices as Prices } from '#contract/books/titles.ts'
import { renderPage } from '#web/testing-components.tsx'
import { UsedPrices } from './used-prices.tsx'

const prices: Prices = {
  publication_year: 2016,
  original_price: 500,
  conditions: [{ condition: 'good', predicted_price: 210, low: 190, high: 230 }],
  known: { sold: 2, soldPrices: [240, 210], prices: 2 },
}

test('the sales of others are shown, and that the prices consider them', () => {
  renderPage(<UsedPrices prices={prices} />)
  expect(screen.getByText(/what others got or ask for this title\./)).toBeTruthy()
  expect(screen.getByRole('region').textContent).toContain(
    '2 copies of this title were sold here, for ₹210 and ₹240.',
  )
})

test.each([undefined, { ...prices, conditions: [] }])(
  'without prices, nothing is shown (%#)',
  (given) => {
    renderPage(<UsedPrices prices={given} />)
    expect(screen.queryByRole('region')).toBeNull()
  },
)
