import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, configure, render } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { Fragment, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach } from 'vitest'
import type { Side } from '#contract/common/endpoint.ts'
import { saveSession } from '#web/session/session.ts'
import { ToastProvider } from '#web/ui/overlays/toasts.tsx'

// This limit only ends waits that hang, like the limits in vitest.config.ts.
configure({ asyncUtilTimeout: 60_000 })

/**
 * Renders an element with a query client and toasts. If the toasts contain links, pass a router as
 * `Around`.
 */
export function renderWithClient(
  element: ReactNode,
  Around: typeof MemoryRouter | typeof Fragment = Fragment,
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { container } = render(
    <Around>
      <QueryClientProvider client={client}>
        <ToastProvider>{element}</ToastProvider>
      </QueryClientProvider>
    </Around>,
  )
  return { container, client }
}

// Pointer checks are off: without the stylesheet, an open dialog seems to cover a toast.
const setUpUser = () =>
  userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })

/** Renders an element. Returns a user who can click and type. */
export function renderPage(...rendered: Parameters<typeof renderWithClient>) {
  renderWithClient(...rendered)
  return setUpUser()
}

/** Renders an element that has links. `refetch` loads its data again, as a live event does. */
export function renderWithLinks(element: ReactNode) {
  const { client } = renderWithClient(<MemoryRouter>{element}</MemoryRouter>)
  return { user: setUpUser(), refetch: () => act(() => client.invalidateQueries()) }
}

export const logIn = (role: Side) =>
  saveSession({ token: `of-${role}`, userId: role, role, name: 'Asha', message: '' })

/** Logs a person in before each test. `testing-setup.ts` logs them out after it. */
export const logInForEachTest = (role: Side): void => void beforeEach(() => logIn(role))
