// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SavedBook } from '#contract/wishlist/hearts.ts'
import { renderWithLinks } from '#web/testing-components.tsx'
import { SavedRow } from './saved-books.tsx'

const book: SavedBook = {
  _id: 'b',
  title: 'Optics',
  author: 'E. Hecht',
  bookType: 'new',
  branch: 'Science',
  condition: 'poor',
  price: 200,
  savedPrice: 200,
  savedAt: '2026-07-01T10:00:00.000Z',
  availability: 'available',
}

test('a saved book shows its condition, even if it is new', () => {
  renderWithLinks(<SavedRow book={book} onRemove={() => {}} />)
  expect(screen.getByText('Poor')).toBeTruthy()
  expect(screen.queryByText(/^New/)).toBeNull()
})
