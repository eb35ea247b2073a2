import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { safeRedirectPath } from '#web/paths.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'

const AuthForms = lazy(() => import('./auth-forms.tsx'))

/** The login and signup modal, opened over any page by `?login=buyer` or `?login=seller`. */
export function AuthDialog() {
  const [params, setParams] = useSearchParams()
  const side = params.get('login')
  // Server-rendered pages never contain the modal.
  const hydrated = useHydrated()
  const close = () =>
    setParams(
      (current) => {
        for (const name of ['login', 'signup', 'forgot', 'next']) current.delete(name)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  if (!hydrated || (side !== 'buyer' && side !== 'seller')) return null
  const initialMode = params.has('signup') ? 'signup' : params.has('forgot') ? 'forgot' : 'login'
  return (
    <Suspense>
      <AuthForms
        key={side}
        side={side}
        initialMode={initialMode}
        next={safeRedirectPath(params.get('next'))}
        onClose={close}
      />
    </Suspense>
  )
}
