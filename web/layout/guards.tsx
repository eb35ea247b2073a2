// Who may see an area. The server's rules are the ones that count; this only shows the way.
import type { ReactNode } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import type { Side } from '#contract/endpoint.ts'
import { useClearAdminCache } from '#web/api/hooks.ts'
import { LogoutButton } from '#web/features/account/logout-button.tsx'
import { SwitchAccount } from '#web/features/account/switch-account.tsx'
import { useLeaving } from '#web/forms/use-leaving.ts'
import { landing, loginPath, paths } from '#web/paths.ts'
import { type Session, useAdmin, useSession } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Loading, Skeleton } from '#web/ui/states.tsx'
import { PublicHeader } from './public-header.tsx'
import { pageFrame } from './site-header.tsx'

/** What stands while it isn't known who is signed in. */
function Unknown() {
  return (
    <main id="main" className="mx-auto max-w-6xl px-4 py-8">
      <Loading>
        <div className="flex flex-col gap-4">
          <Skeleton className="h-10 w-56" />
          <Skeleton className="h-32" />
          <Skeleton className="h-32" />
        </div>
      </Loading>
    </main>
  )
}

type NotForProps = { session: Session; barred: boolean; children: ReactNode }

/** Says so, with the ways on; with a bar where the area has none of its own for strangers. */
function NotForThisAccount({ session, barred, children }: NotForProps) {
  return (
    <div className={barred ? pageFrame : 'contents'}>
      {barred && <PublicHeader />}
      <main
        id="main"
        className="mx-auto flex min-h-[60dvh] max-w-xl flex-col items-center justify-center gap-4 px-4 text-center"
      >
        <h1 className="font-semibold text-3xl">This page is not for this account</h1>
        {children}
        <div className="flex flex-wrap justify-center gap-2">
          <Link to={landing[session.role]} className={buttonClass({ look: 'plain' })}>
            To my pages
          </Link>
          <LogoutButton to={paths.home} />
        </div>
      </main>
    </div>
  )
}

type GuardProps = { side: Side; barred?: boolean; children: ReactNode }

/** Shows its children to a signed-in person of the role; sends others to the login they need, and back here after it. */
export function Guard({ side, barred = false, children }: GuardProps) {
  const session = useSession()
  const { pathname, search } = useLocation()
  // Who has just logged out, or switched to their other account, is on their way elsewhere.
  const leaving = useLeaving()
  if (session === undefined || (leaving && session?.role !== side)) return <Unknown />
  if (session === null) return <Navigate to={loginPath(side, pathname + search)} replace />
  if (session.role !== side)
    return (
      <NotForThisAccount session={session} barred={barred}>
        <p className="text-balance text-muted">
          You are logged in as a {session.role}. If you have a {side} account too, switch to it.
        </p>
        <SwitchAccount side={side} />
      </NotForThisAccount>
    )
  return children
}

/** Shows its children to a signed-in admin, who may be a buyer or seller here besides. */
export function AdminGuard({ children }: { children: ReactNode }) {
  const admin = useAdmin()
  const session = useSession()
  const { pathname, search } = useLocation()
  const leaving = useLeaving()
  useClearAdminCache()
  const login = loginPath('admin', pathname + search)
  if (admin === undefined || (admin === null && leaving)) return <Unknown />
  if (admin !== null) return children
  if (!session) return <Navigate to={login} replace />
  return (
    <NotForThisAccount session={session} barred>
      <p className="text-muted">You are logged in as a {session.role}. This page is for admins.</p>
      <Link to={login} className={buttonClass()}>
        Log in as an admin
      </Link>
    </NotForThisAccount>
  )
}
