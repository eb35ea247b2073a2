// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '#web/testing-components.tsx'
import { FilterPanel } from './filter-panel.tsx'
import type { Filters } from './filters.ts'

function show(filters: Filters, isList = true) {
  const setFilters = vi.fn()
  const shared = { id: 'filters', className: '', setFilters, onDone: () => {}, total: undefined }
  const user = renderPage(<FilterPanel {...shared} filters={filters} isList={isList} />)
  return { user, setFilters }
}

const sorting = () => {
  const { options, selectedIndex } = screen.getByLabelText<HTMLSelectElement>('Sort by')
  return { shown: options[selectedIndex]?.text, all: [...options].map(({ text }) => text) }
}

test.each<[Filters, boolean, string]>([
  [{ search: 'physics', class: '12' }, true, 'Best match'],
  [{ class: '12' }, true, 'Newest'],
  [{ class: '12', sort: 'price' }, true, 'Lowest price'],
  [{ search: 'physics' }, false, 'Best match'],
  [{}, false, 'Shelves'],
])('with %o the filter names the current order (list: %s): %s', (filters, isList, name) => {
  show(filters, isList)
  expect(sorting().shown).toBe(name)
  expect(sorting().all.includes('Shelves')).toBe(name === 'Shelves')
})

test('a typed price takes effect after a pause, without leaving its field', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { user, setFilters } = show({ class: '12' })
  const field = screen.getByLabelText('Price to (₹)')
  await user.type(field, '300')
  expect(setFilters).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(setFilters.mock.calls).toEqual([[{ maxPrice: '300' }]])
  expect(document.activeElement).toBe(field)
})

test('a price can be typed in any common form, and a text that isn’t a number shows an error', async () => {
  const { user, setFilters } = show({ class: '12' })
  const field = screen.getByLabelText<HTMLInputElement>('Price to (₹)')
  await user.type(field, '₹1,299/-')
  await user.tab()
  expect(setFilters.mock.calls).toEqual([[{ maxPrice: '1299' }]])
  expect(field.value).toBe('1299')
  await user.clear(field)
  await user.type(field, 'cheap')
  await user.tab()
  expect(setFilters).toHaveBeenCalledTimes(1)
  expect(screen.getByText('Enter an amount in rupees, such as 250.')).toBeTruthy()
})
