// Redirects people from pages that aren't for them. This doesn't protect any data, which is the
// server's task.
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import type { Side } from '#contract/common/endpoint.ts'
import { useClearAdminCache } from '#web/api/hooks.ts'
import { LogoutButton } from '#web/features/account/logout-button.tsx'
import { SwitchAccount } from '#web/features/account/switch-account.tsx'
import { landingPaths, loginPath, paths } from '#web/paths.ts'
import { type Session, useAdminToken, useSession } from '#web/session/session.ts'
import { useIsNavigatingAway } from '#web/ui/hooks/use-is-navigating-away.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { Loading } from '#web/ui/loading/loading.tsx'
import { PublicHeader } from './public-header.tsx'
import { pageFrameClass } from './site-footer.tsx'

function GuardSkeleton() {
  return (
    <main id="main" className="mx-auto max-w-6xl px-4 py-8">
      <Loading skeletons={['h-10 w-56', 'h-32', 'h-32']} className="flex flex-col gap-4" />
    </main>
  )
}

type WrongAccountProps = { session: Session; hasHeader: boolean; children: ReactNode }

function WrongAccount({ session, hasHeader, children }: WrongAccountProps) {
  return (
    <div className={hasHeader ? pageFrameClass : 'contents'}>
      {hasHeader && <PublicHeader />}
      <main
        id="main"
        className="mx-auto flex min-h-[60dvh] max-w-xl flex-col items-center justify-center gap-4
          px-4 text-center"
      >
        <h1 className="font-semibold text-3xl">This page is not for this account</h1>
        {children}
        <div className="flex flex-wrap justify-center gap-2">
          <LinkButton to={landingPaths[session.role]} variant="plain">
            To my pages
          </LinkButton>
          <LogoutButton to={paths.home} />
        </div>
      </main>
    </div>
  )
}

/** With `hasHeader`, the public header is above the message about the wrong account. */
type GuardProps = { side: Side; hasHeader?: boolean; children: ReactNode }

export function Guard({ side, hasHeader = false, children }: GuardProps) {
  const session = useSession()
  const { pathname, search } = useLocation()
  // A logout or a switch of accounts starts a navigation to another page, which isn't stopped here.
  const isLeaving = useIsNavigatingAway()
  if (session === undefined || (isLeaving && session?.role !== side)) return <GuardSkeleton />
  if (session === null) return <Navigate to={loginPath(side, pathname + search)} replace />
  if (session.role !== side)
    return (
      <WrongAccount session={session} hasHeader={hasHeader}>
        <p className="text-balance text-muted">
          You are logged in as a {session.role}. If you have a {side} account too, switch to it.
        </p>
        <SwitchAccount side={side} next={pathname + search} variant="primary" />
      </WrongAccount>
    )
  return children
}

/** Shows the page to a logged-in admin, who may also be logged in as a buyer or seller. */
export function AdminGuard({ children }: { children: ReactNode }) {
  const admin = useAdminToken()
  const session = useSession()
  const { pathname, search } = useLocation()
  const isLeaving = useIsNavigatingAway()
  useClearAdminCache()
  const login = loginPath('admin', pathname + search)
  if (admin === undefined || (admin === null && isLeaving)) return <GuardSkeleton />
  if (admin !== null) return children
  if (!session) return <Navigate to={login} replace />
  return (
    <WrongAccount session={session} hasHeader>
      <p className="text-muted">You are logged in as a {session.role}. This page is for admins.</p>
      <LinkButton to={login}>Log in as an admin</LinkButton>
    </WrongAccount>
  )
}
