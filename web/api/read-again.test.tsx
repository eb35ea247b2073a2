// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { listBooks, listBranches } from '#contract/books/books.ts'
import { renderPage } from '#web/testing-components.tsx'
import { useRead, useReadPages } from './hooks.ts'
import { createQueryClient } from './query-client.ts'

const answer = (branches: string[]) => ({ branches, used: branches })

function Screen({ initial }: { initial: ReturnType<typeof answer> | undefined }) {
  const { data } = useRead(listBranches, {}, { initial, staleMs: 0 })
  return <p>{data?.branches.join()}</p>
}

/**
 * Shows a screen that a button closes and opens again. Each response of the server has more rows.
 */
function App({ initial }: { initial?: ReturnType<typeof answer> }) {
  const [openings, setOpenings] = useState(1)
  return (
    <>
      <button type="button" onClick={() => setOpenings(openings + 1)}>
        Reopen
      </button>
      <Screen key={openings} initial={openings === 1 ? initial : undefined} />
    </>
  )
}

const renderApp = (initial?: ReturnType<typeof answer>) =>
  renderPage(
    <QueryClientProvider client={createQueryClient()}>
      <App {...(initial && { initial })} />
    </QueryClientProvider>,
  )

function stubServer() {
  const served = ['Law', 'Law,Arts', 'Law,Arts,History']
  const fetch = vi.fn(async () => Response.json(answer((served.shift() ?? '').split(','))))
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('a screen that is opened again shows current data', async () => {
  const fetch = stubServer()
  const user = renderApp()
  await screen.findByText('Law')
  await user.click(screen.getByRole('button', { name: 'Reopen' }))
  await screen.findByText('Law,Arts')
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('data that came with the page isn’t read again until the screen is reopened', async () => {
  const fetch = stubServer()
  const user = renderApp(answer(['Comics']))
  expect(screen.getByText('Comics')).toBeTruthy()
  expect(fetch).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Reopen' }))
  await screen.findByText('Law')
})

test('a list is read again at the interval of its screen', async () => {
  vi.useFakeTimers()
  const fetch = vi.fn(async () => Response.json([]))
  vi.stubGlobal('fetch', fetch)
  const List = () => <p>{useReadPages(listBooks, {}, { everySeconds: 30 }).rows.length}</p>
  renderPage(<List />)
  await vi.advanceTimersByTimeAsync(29_000)
  expect(fetch).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(fetch).toHaveBeenCalledTimes(2)
})
