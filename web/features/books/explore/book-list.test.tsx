// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#web/testing-components.tsx'
import { TitleList } from './book-list.tsx'
import { bookOf } from './testing-shelves.ts'
import { useFoundTitles } from './use-found-titles.ts'

const titleOf = (copies: number) => ({
  _id: `${copies}`.padStart(16, '0'),
  book: bookOf('Indian Polity'),
  books: copies,
  copies,
  lowestPrice: 400,
})

/** The server's response to `/api/titles`. If it is undefined, the request fails. */
let titles: object[] | undefined
const answer = async () =>
  titles
    ? Response.json(titles, { headers: { 'X-Total-Count': `${titles.length}` } })
    : Response.json({ message: 'Something went wrong', code: 'internal' }, { status: 500 })
beforeEach(() => void vi.stubGlobal('fetch', answer))
const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => logged.mockClear())

const Results = () => (
  <TitleList list={useFoundTitles({ search: 'polity' }, undefined)} isNearest={false} />
)
function show() {
  const router = createMemoryRouter([{ path: '/books', element: <Results /> }], {
    initialEntries: ['/books'],
  })
  return renderPage(<RouterProvider router={router} />)
}

test('a single title with one copy is shown with its count and the same card as on the shelves', async () => {
  titles = [titleOf(1)]
  show()
  const results = await screen.findByRole('region', { name: 'Books' })
  expect(within(results).getByRole('status').textContent).toBe('1 book')
  const card = within(results).getByRole('article')
  for (const text of ['Rent: Not Available', 'Condition: Average', 'Rated 4.3(3)', '₹400'])
    expect(card.textContent).toContain(text)
  expect(within(results).getAllByRole('link')).toHaveLength(1)
})

test('if loading the results fails, an error replaces them and offers a retry', async () => {
  titles = undefined
  const user = show()
  await screen.findByText('No books found.')
  titles = [titleOf(1)]
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('article')).toBeTruthy()
})
