// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider, useSearchParams } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ShelvesData } from '#web/features/books/explore/preview.ts'
import { shelvesOf } from '#web/features/books/explore/testing-shelves.ts'
import { renderWithClient } from '#web/testing-components.tsx'
import { Shelves } from './shelves.tsx'

/** Returns the server's response for a branch. If it is undefined, the request fails. */
let findShelves: (branch: string | null) => ShelvesData | undefined
const answer = async (path: string) => {
  const found = findShelves(new URL(path, 'http://localhost').searchParams.get('branch'))
  return found
    ? Response.json(found)
    : Response.json({ message: 'Something went wrong', code: 'internal' }, { status: 500 })
}
beforeEach(() => void vi.stubGlobal('fetch', answer))
const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => logged.mockClear())

/** Renders the shelves of the branch in the URL, and records what they show over time. */
function show(preview?: ShelvesData) {
  function Page() {
    const branch = useSearchParams()[0].get('branch') ?? undefined
    return <Shelves branch={branch} preview={branch ? undefined : preview} />
  }
  const router = createMemoryRouter([{ path: '/', element: <Page /> }])
  const { container, client } = renderWithClient(<RouterProvider router={router} />)
  const states: string[] = []
  const record = () => {
    const isBusy = container.querySelector('[aria-busy=true]') !== null
    const title = container.querySelector('h3')?.textContent ?? container.textContent
    const state = `${title}${isBusy ? ' (old)' : ''}`
    if (states.at(-1) !== state) states.push(state)
  }
  record()
  const changes = { subtree: true, childList: true, attributes: true, characterData: true }
  new MutationObserver(record).observe(container, changes)
  const waitForState = (state: string) => waitFor(() => expect(states.at(-1)).toBe(state))
  const forget = () => states.splice(0, states.length - 1)
  return { client, router, states, waitForState, forget }
}

test('the shelves of the previous branch are dimmed until those of the new one are drawn', async () => {
  findShelves = (branch) => shelvesOf(branch ?? 'All')
  const { router, states, waitForState, forget } = show()
  await waitForState('All')
  forget()
  await router.navigate('/?branch=Law')
  await waitForState('Law')
  expect(states).toEqual(['All', 'All (old)', 'Law'])
})

test('shelves that are read again change without being dimmed', async () => {
  findShelves = () => shelvesOf('Yesterday')
  const { client, states, waitForState, forget } = show()
  await waitForState('Yesterday')
  forget()
  findShelves = () => shelvesOf('Today')
  await client.invalidateQueries()
  await waitForState('Today')
  expect(states).toEqual(['Yesterday', 'Today'])
})

test('shelves that came with the page stay until all are loaded, even after a branch was shown', async () => {
  findShelves = (branch) => shelvesOf(branch ?? 'All of them')
  const { router, states, waitForState, forget } = show(shelvesOf('Some'))
  await waitForState('All of them')
  expect(states).toEqual(['Some', 'All of them'])
  await router.navigate('/?branch=Law')
  await waitForState('Law')
  forget()
  await router.navigate('/')
  await waitForState('All of them')
  expect(states).toEqual(['Law', 'All of them'])
})

test('a failure to load is shown, and the shelves are drawn after a retry', async () => {
  findShelves = () => undefined
  const { client, states, waitForState } = show()
  await waitForState('No books found.Could not load.Retry')
  findShelves = () => shelvesOf('All')
  await client.refetchQueries()
  await waitForState('All')
  expect(states.filter((state) => state.startsWith('No books found.'))).toHaveLength(1)
})
