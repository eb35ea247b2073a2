import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { QueryClientProvider } from '@tanstack/react-query'
import { LucideProvider } from 'lucide-react'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { pageContext } from '#web/api/preload.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { AuthDialog } from '#web/features/account/auth-dialog.tsx'
import { CloseOnBackProvider } from '#web/layout/close-on-back-provider.tsx'
import { OfflineBanner } from '#web/layout/offline-banner.tsx'
import { PageError } from '#web/layout/page-error.tsx'
import { RealtimeProvider } from '#web/realtime/realtime-provider.tsx'
import { useSession } from '#web/session/session.ts'
import type { Route } from './+types/root'
import './styles.css'
import { useFocusRestore } from '#web/ui/hooks/focus.ts'
import { ToastProvider } from '#web/ui/overlays/toasts.tsx'
import type { SignedInProps } from './signed-in.tsx'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: interLatin, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
]

export const loader = ({ context }: Route.LoaderArgs) => ({
  origin: context.get(pageContext).origin,
})
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
        />
        {/* Keeps phones from making links of order numbers, ISBNs and UPI references. */}
        <meta name="format-detection" content="telephone=no" />
        <meta name="theme-color" content="#fbf7ef" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#1b1916" media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
      </head>
      <body className="min-h-dvh bg-page text-foreground antialiased">
        <LucideProvider size={20}>{children}</LucideProvider>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  const [client] = useState(createQueryClient)
  const session = useSession()
  useFocusRestore()
  return (
    <QueryClientProvider client={client}>
      <ToastProvider>
        <RealtimeProvider>
          <CloseOnBackProvider>
            <Outlet />
            <AuthDialog />
          </CloseOnBackProvider>
          {session && <WhileSignedIn role={session.role} />}
          <OfflineBanner />
        </RealtimeProvider>
      </ToastProvider>
    </QueryClientProvider>
  )
}

/**
 * Loads the parts for logged-in people. Doesn't use `lazy`, because Suspense may show them 300 ms
 * late, and toasts sent in that time would be lost.
 */
function WhileSignedIn({ role }: SignedInProps) {
  const [Parts, setParts] = useState<ComponentType<SignedInProps>>()
  useEffect(() => {
    import('./signed-in.tsx').then(
      ({ SignedIn }) => setParts(() => SignedIn),
      () => {},
    )
  }, [])
  return Parts && <Parts role={role} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const isNotFound = isRouteErrorResponse(error) && error.status === 404
  return <PageError isMissing={isNotFound} />
}
