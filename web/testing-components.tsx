import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { ToastProvider } from '#web/ui/overlays/toasts.tsx'

// Ends only what hangs, as the limits in vitest.config.ts do.
configure({ asyncUtilTimeout: 60_000 })

/** Renders an element; returns where it is, and what has read its data. */
export function renderWithClient(element: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { container } = render(
    <QueryClientProvider client={client}>
      <ToastProvider>{element}</ToastProvider>
    </QueryClientProvider>,
  )
  return { container, client }
}

/** Renders an element; returns a user who can click and type. */
export function renderPage(element: ReactNode) {
  renderWithClient(element)
  // Without the stylesheet a toast seems to lie below an open dialog.
  return userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
}
