// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchBox } from './search-box.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

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

test('leaving the box puts the search off: the press that left it may be on a result', () => {
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
  // As the router does with a link that it follows itself.
  link.addEventListener('click', (event) => event.ctrlKey || event.preventDefault())
  type('hc')
  fireEvent.blur(input)
  fireEvent.click(link, keys)
  vi.advanceTimersByTime(1000)
  expect(onSearch).toHaveBeenCalledTimes(searches)
  link.remove()
})

test('nothing is searched for once the page has been left', () => {
  const { onSearch, type, unmount } = renderBox()
  type('hc')
  unmount()
  vi.advanceTimersByTime(1000)
  expect(onSearch).not.toHaveBeenCalled()
})

test('an address that follows late takes back nothing that was typed since', () => {
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
  // As by Back.
  setValue('physics')
  expect(shown()).toBe('physics')
})
