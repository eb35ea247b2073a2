// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { useFilters } from './use-filters.ts'

test('a filter keeps another that was set before React showed it', async () => {
  const { result } = renderHook(useFilters, {
    wrapper: ({ children }) => (
      <RouterProvider
        router={createMemoryRouter([{ path: '*', element: children }], {
          initialEntries: ['/books?class=12'],
        })}
      />
    ),
  })
  const { setFilters } = result.current
  await act(async () => {
    setFilters({ minPrice: '900' })
    setFilters({ maxPrice: '100' })
  })
  expect(result.current.filters).toEqual({ class: '12', minPrice: '900', maxPrice: '100' })
  await act(async () => result.current.setFilters({ minPrice: '' }))
  expect(result.current.filters).toEqual({ class: '12', maxPrice: '100' })
})
