// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { SearchBox } from './search-box.tsx'

beforeEach(() => void vi.useFakeTimers())

function renderBox() {
  const onSearch = vi.fn()
  const boxOf = (value: string) => (
    <SearchBox label="Search" placeholder="Search" value={value} onSearch={onSearch} />
  )
  const { unmount, rerender } = render(boxOf(''))
  const setValue = (value: string) => rerender(boxOf(value))
  const input = screen.getByRole('searchbox')
  const type = (value: string) => fireEvent.change(input, { target: { value } })
  return { onSearch, unmount, input, type, setValue }
}

test('searches once somebody has stopped typing', () => {
  const { onSearch, type } = renderBox()
  type('hc')
  vi.advanceTimersByTime(200)
  type('hc verma ')
  vi.advanceTimersByTime(249)
  expect(onSearch).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onSearch.mock.calls).toEqual([['hc verma']])
})

test('leaving the box delays the search, because the person may be pressing a result', () => {
  const { onSearch, type, input } = renderBox()
  type('hc')
  vi.advanceTimersByTime(200)
  fireEvent.blur(input)
  vi.advanceTimersByTime(200)
  expect(onSearch).not.toHaveBeenCalled()
  vi.advanceTimersByTime(50)
  expect(onSearch.mock.calls).toEqual([['hc']])
})

test.each([
  ['to another page stops the search', '/buyer/book/1', {}, 0],
  ['within the page does not', '#main', {}, 1],
  ['to another page in another tab does not', '/buyer/book/1', { ctrlKey: true }, 1],
])('a link pressed right after typing: %s', (_, href, keys, searches) => {
  const { onSearch, type, input } = renderBox()
  const link = document.body.appendChild(document.createElement('a'))
  link.setAttribute('href', href)
  // The router calls preventDefault for a link that it follows itself.
  link.addEventListener('click', (event) => event.ctrlKey || event.preventDefault())
  type('hc')
  fireEvent.blur(input)
  fireEvent.click(link, keys)
  vi.advanceTimersByTime(1000)
  expect(onSearch).toHaveBeenCalledTimes(searches)
  link.remove()
})

test('leaving the page cancels the search', () => {
  const { onSearch, type, unmount } = renderBox()
  type('hc')
  unmount()
  vi.advanceTimersByTime(1000)
  expect(onSearch).not.toHaveBeenCalled()
})

test('a late change of the URL doesn’t undo what was typed since', () => {
  const { onSearch, input, type, setValue } = renderBox()
  const shown = () => (input as HTMLInputElement).value
  for (const search of ['physics', 'chemistry']) {
    type(search)
    vi.advanceTimersByTime(250)
  }
  type('godan')
  setValue('physics')
  expect(shown()).toBe('godan')
  setValue('chemistry')
  expect(shown()).toBe('godan')
  vi.advanceTimersByTime(250)
  expect(onSearch.mock.calls).toEqual([['physics'], ['chemistry'], ['godan']])
  setValue('godan')
  // Back changes the value in this way.
  setValue('physics')
  expect(shown()).toBe('physics')
})
