import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { ToastProvider } from '#web/ui/overlays/toasts.tsx'

// The limit only ends waits that hang, like the limits in vitest.config.ts.
configure({ asyncUtilTimeout: 60_000 })

export function renderWithClient(element: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { container } = render(
    <QueryClientProvider client={client}>
      <ToastProvider>{element}</ToastProvider>
    </QueryClientProvider>,
  )
  return { container, client }
}

/** Renders an element. Returns a user who can click and type. */
export function renderPage(element: ReactNode) {
  renderWithClient(element)
  // Pointer checks are off, because without the stylesheet a toast seems to be below an open
  // dialog.
  return userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
}
