// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '#web/testing-components.tsx'
import type { ShelvesData } from './preview.ts'
import { SearchResults } from './search-results.tsx'
import { Shelves } from './shelves/shelves.tsx'
import { bookOf, shelvesOf } from './testing-shelves.ts'

const book = bookOf('Indian Polity')
const titleOf = (copies: number) => ({
  _id: `${copies}`.padStart(16, '0'),
  book,
  books: copies,
  copies,
  lowestPrice: 400,
})
const shelves = shelvesOf()

/** What `/api/titles` answers; undefined: it fails. */
let titles: object[] | undefined
vi.stubGlobal('fetch', async (path: string) =>
  path.includes('/titles') && titles
    ? Response.json(titles, { headers: { 'X-Total-Count': `${titles.length}` } })
    : Response.json({ message: 'Something went wrong', code: 'internal' }, { status: 500 }),
)
const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => logged.mockClear())

const asked = { search: 'polity', branch: undefined }
function show(preview?: ShelvesData, below?: ReactNode) {
  const element = (
    <>
      <SearchResults {...asked} initial={undefined} preview={preview} />
      {below}
    </>
  )
  const routes = [{ path: '/books', element }]
  return renderPage(
    <RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/books'] })} />,
  )
}

test('one title of one copy is a result, with its count and what its card says on the shelves', async () => {
  titles = [titleOf(1)]
  show()
  const results = await screen.findByRole('region', { name: 'Best matches' })
  expect(within(results).getByRole('status').textContent).toBe('1 book')
  const card = within(results).getByRole('article')
  for (const text of ['Rent: Not Available', 'Condition: Average', 'Rated 4.3(3)', '₹400'])
    expect(card.textContent).toContain(text)
  expect(within(results).getAllByRole('link')).toHaveLength(1)
})

test('of several it is said which come first', async () => {
  titles = [titleOf(1), titleOf(2)]
  show()
  const results = await screen.findByRole('region', { name: 'Best matches' })
  expect(within(results).getByRole('status').textContent).toBe(
    '2 books · equal matches: cheapest first',
  )
  expect(within(results).getByRole('link', { name: /^2 copies from ₹400/ })).toBeTruthy()
})

test('results that fail say so in their place, and are asked for again', async () => {
  titles = undefined
  const user = show(shelves)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch books.')
  titles = [titleOf(1)]
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('article')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shelves that fail below results don’t say that nothing was found', async () => {
  titles = [titleOf(1)]
  show(undefined, <Shelves {...asked} preview={undefined} />)
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy()
  expect(await screen.findByRole('region', { name: 'Best matches' })).toBeTruthy()
  expect(screen.queryByText('No books found.')).toBeNull()
})

test('where there are no shelves either, these say it alone', async () => {
  titles = undefined
  show()
  await expect.poll(() => screen.queryByText('Loading...')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
