import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { Fragment, type ReactNode } from 'react'
import type { MemoryRouter } from 'react-router'
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

/** Renders an element. Returns a user who can click and type. */
export function renderPage(...rendered: Parameters<typeof renderWithClient>) {
  renderWithClient(...rendered)
  // Pointer checks are off, because without the stylesheet a toast seems to be below an open
  // dialog.
  return userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
}
