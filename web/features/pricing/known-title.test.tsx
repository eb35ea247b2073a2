// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#web/testing-components.tsx'
import { KnownTitle } from './known-title.tsx'

const nothing = { sold: 0, soldPrices: [], offered: 0, prices: 0 }

test.each([
  [{ sold: 1, soldPrices: [210] }, '1 copy of this title was sold here, for ₹210.'],
  [
    { sold: 2, soldPrices: [240, 210] },
    '2 copies of this title were sold here, for ₹210 and ₹240.',
  ],
  [{ sold: 2, soldPrices: [210, 210] }, '2 copies of this title were sold here, for ₹210 each.'],
  [
    { sold: 5, soldPrices: [200, 260, 180, 210, 240] },
    '5 copies of this title were sold here, for ₹180 to ₹260.',
  ],
  [
    { sold: 1200, soldPrices: [200, 260, 180, 210, 240] },
    '1,200 copies of this title were sold here, the latest 5 for ₹180 to ₹260.',
  ],
  [{ sold: 2, soldPrices: [] }, '2 copies of this title were sold here.'],
  [{ offered: 1, lowestOffer: 180.5 }, '1 other copy of this title is offered here for ₹180.50.'],
  [{ offered: 3, lowestOffer: 180 }, '3 other copies of this title are offered here from ₹180.'],
  [{ offered: 3 }, '3 other copies of this title are offered here.'],
  [
    { sold: 2, soldPrices: [240, 210], offered: 3, lowestOffer: 180 },
    '2 copies of this title were sold here, for ₹210 and ₹240; 3 others are offered from ₹180.',
  ],
  [
    { sold: 1, soldPrices: [210], offered: 1, lowestOffer: 180 },
    '1 copy of this title was sold here, for ₹210; 1 other is offered for ₹180.',
  ],
])('what is known of a title: %o', (known, text) => {
  renderPage(<KnownTitle known={{ ...nothing, ...known }} />)
  screen.getByText(text)
})

test('the copies on offer are a link to the title’s page in a new tab', () => {
  const known = { ...nothing, sold: 1, soldPrices: [210], offered: 3, lowestOffer: 180 }
  renderPage(<KnownTitle known={{ ...known, title: '0123456789abcdef' }} />)
  const link = screen.getByRole('link', {
    name: '3 others are offered from ₹180 (opens in a new tab)',
  })
  expect(link.getAttribute('href')).toBe('/titles/0123456789abcdef')
  expect(link.getAttribute('target')).toBe('_blank')
  expect(link.closest('p')?.textContent).toBe(
    '1 copy of this title was sold here, for ₹210; 3 others are offered from ₹180 (opens in a new tab).',
  )
})

test('without a title page there is no link, and without known prices nothing is shown', () => {
  renderPage(<KnownTitle known={{ ...nothing, offered: 2, lowestOffer: 90 }} />)
  screen.getByText('2 other copies of this title are offered here from ₹90.')
  expect(screen.queryByRole('link')).toBeNull()
  renderPage(<KnownTitle known={nothing} />)
  expect(screen.getAllByText(/title/)).toHaveLength(1)
})
