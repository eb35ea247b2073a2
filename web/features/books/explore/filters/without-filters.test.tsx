// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { renderPage } from '#web/testing-components.tsx'
import { WithoutFilters } from './without-filters.tsx'

const show = (query: string, total: string) => {
  const fetched = vi.fn(async (_path: string) =>
    Response.json([], { headers: { 'X-Total-Count': total } }),
  )
  vi.stubGlobal('fetch', fetched)
  const routes = [{ path: '/books', element: <WithoutFilters /> }]
  const router = createMemoryRouter(routes, { initialEntries: [`/books?${query}`] })
  renderPage(<RouterProvider router={router} />)
  return fetched
}

test('a link leads to the results of a search without its filters', async () => {
  const fetched = show('search=jee&branch=Science&class=11&exam=neet&sort=price', '14')
  const link = await screen.findByRole('link', { name: '14 books without these filters' })
  expect(link.getAttribute('href')).toBe('/books?search=jee&branch=Science')
  expect(fetched.mock.calls.map(([path]) => path)).toEqual([
    '/api/titles?limit=12&search=jee&branch=Science',
  ])
})

test.each(['class=11', 'search=jee&sort=price', 'search=jee'])(
  'nothing is asked for %s',
  (query) => {
    expect(show(query, '14')).not.toHaveBeenCalled()
    expect(screen.queryByRole('link')).toBeNull()
  },
)
