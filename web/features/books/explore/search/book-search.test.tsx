// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { renderPage } from '#web/testing-components.tsx'
import { BookSearch } from './book-search.tsx'

/** A search box whose results arrive when a button is pressed. */
function Page() {
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<string>()
  return (
    <MemoryRouter>
      <BookSearch value={search} found={found} onSearch={setSearch} onFilter={() => {}} />
      <button type="button" onClick={() => setFound('physics')}>
        Results come
      </button>
    </MemoryRouter>
  )
}

const answer = () =>
  Response.json({ suggestions: [{ kind: 'search', text: 'physics for class 12' }] })

test.each([false, true])(
  'suggestions after the results (%s) do not lie over them',
  async (isLate) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const fetched = vi.fn((_path: string) => promise)
    vi.stubGlobal('fetch', fetched)
    const user = renderPage(<Page />)
    await user.type(screen.getByRole('searchbox'), 'physics')
    await expect.poll(() => fetched).toHaveBeenCalled()
    // Pressed by script, because a press of the mouse would close the list.
    if (isLate) act(() => screen.getByText('Results come').click())
    await act(async () => resolve(answer()))
    if (isLate) {
      // Reading and rendering the answer takes a few turns of the event loop.
      for (let turn = 0; turn < 10; turn++) await act(() => new Promise((done) => setTimeout(done)))
      expect(screen.queryByRole('listbox')).toBeNull()
      await user.keyboard('{ArrowDown}')
    }
    expect(await screen.findByRole('option', { name: /physics for class 12/ })).toBeTruthy()
    // Suggestions that are shown when the results arrive stay.
    act(() => screen.getByText('Results come').click())
    expect(screen.getByRole('listbox')).toBeTruthy()
  },
)
