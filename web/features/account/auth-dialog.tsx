// The login and signup modal, over whatever page is open. Its forms are fetched when it first opens.
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { safeNext } from '#web/paths.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'

const AuthForms = lazy(() => import('./auth-forms.tsx'))

/** The modal that `?login=buyer` or `?login=seller` opens. */
export function AuthDialog() {
  const [params, setParams] = useSearchParams()
  const side = params.get('login')
  // The server's page is the same whether or not a modal stands over it.
  const hydrated = useHydrated()
  const close = () =>
    setParams(
      (kept) => {
        for (const name of ['login', 'signup', 'forgot', 'next']) kept.delete(name)
        return kept
      },
      { replace: true, preventScrollReset: true },
    )
  if (!hydrated || (side !== 'buyer' && side !== 'seller')) return null
  const startsWith = params.has('signup') ? 'signup' : params.has('forgot') ? 'forgot' : 'login'
  return (
    <Suspense>
      <AuthForms
        key={side}
        side={side}
        startsWith={startsWith}
        next={safeNext(params.get('next'))}
        onClose={close}
      />
    </Suspense>
  )
}
