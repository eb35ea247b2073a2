import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, configure, render } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { Fragment, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach } from 'vitest'
import type { Side } from '#contract/common/endpoint.ts'
import { saveSession } from '#web/session/session.ts'
import { ToastProvider } from '#web/ui/overlays/toasts.tsx'

// The limit only ends waits that hang, like the limits in vitest.config.ts.
configure({ asyncUtilTimeout: 60_000 })

/** `Around` is a router, if toasts have links. */
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

// Pointer checks are off, because without the stylesheet a toast seems to be below an open dialog.
const setUpUser = () =>
  userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })

/** Renders an element. Returns a user who can click and type. */
export function renderPage(...rendered: Parameters<typeof renderWithClient>) {
  renderWithClient(...rendered)
  return setUpUser()
}

/** Renders an element with links. `refetch` reads again what it has read, as a live event does. */
export function renderWithLinks(element: ReactNode) {
  const { client } = renderWithClient(<MemoryRouter>{element}</MemoryRouter>)
  return { user: setUpUser(), refetch: () => act(() => client.invalidateQueries()) }
}

export const logIn = (role: Side) =>
  saveSession({ token: `of-${role}`, userId: role, role, name: 'Asha', message: '' })

/** Logs a person in before each test. `testing-setup.ts` undoes it afterwards. */
export const logInForEachTest = (role: Side): void => void beforeEach(() => logIn(role))
