// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { useFilters } from './use-filters.ts'

test('a filter keeps another that was set before React showed it', () => {
  const { result } = renderHook(useFilters, {
    wrapper: ({ children }) => (
      <MemoryRouter initialEntries={['/books?class=12']}>{children}</MemoryRouter>
    ),
  })
  const { setFilters } = result.current
  act(() => {
    setFilters({ minPrice: '900' })
    setFilters({ maxPrice: '100' })
  })
  expect(result.current.filters).toEqual({ class: '12', minPrice: '900', maxPrice: '100' })
  act(() => result.current.setFilters({ minPrice: '' }))
  expect(result.current.filters).toEqual({ class: '12', maxPrice: '100' })
})
