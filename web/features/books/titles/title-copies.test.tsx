// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { Book } from '#contract/books/books.ts'
import { conditions } from '#contract/books/conditions.ts'
import { renderPage } from '#web/testing-components.tsx'
import { TitleCopies } from './title-copies.tsx'

const copy = {
  _id: '',
  title: 'Optics',
  author: 'E. Hecht',
  bookType: 'new',
  price: 200,
  images: [],
  seller: { _id: 's', name: 'Meera' },
  available: 1,
} as unknown as Book

test('every copy shows its condition, even a new book', () => {
  const rows = conditions.map((condition) => ({ ...copy, _id: condition, condition }))
  vi.stubGlobal('fetch', async () => Response.json(rows))
  const element = <TitleCopies titleId="t" name="Optics" initial={{ rows, next: undefined }} />
  renderPage(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
  expect(conditions).toHaveLength(4)
  for (const label of ['New', 'Good', 'Average', 'Poor']) {
    expect(screen.getByText(label)).toBeTruthy()
    expect(screen.getByRole('heading', { level: 3, name: new RegExp(`, ${label}$`) })).toBeTruthy()
  }
})
