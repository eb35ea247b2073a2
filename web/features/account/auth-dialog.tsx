import { LoaderCircle } from 'lucide-react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { loginParams, safeRedirectPath } from '#web/paths.ts'
import { useDiscardPendingActionOnClose } from '#web/session/use-pending-action.ts'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'

const AuthForms = lazyPart(() => import('./auth-forms.tsx').then((module) => module.AuthForms))

/**
 * Shown while the dialog's code loads, so that people on a slow network see that a dialog is
 * opening.
 */
const OpeningDialog = () => (
  <div
    role="status"
    className="fixed inset-0 z-50 grid animate-appear place-items-center bg-overlay"
  >
    <span className="flex items-center gap-3 rounded-box bg-surface px-6 py-4">
      <LoaderCircle size={24} className="animate-spin" />
      Loading...
    </span>
  </div>
)

/** The login and signup modal, opened over any page by `?login=buyer` or `?login=seller`. */
export function AuthDialog() {
  const [params, setParams] = useSearchParams()
  const side = params.get('login')
  // The modal is rendered only in the browser, not by the server.
  const hydrated = useHydrated()
  const show = (changed: URLSearchParams) =>
    setParams(changed, { replace: true, preventScrollReset: true })
  useDiscardPendingActionOnClose(side !== null)
  if (!hydrated || (side !== 'buyer' && side !== 'seller')) return null
  const initialMode = params.has('signup') ? 'signup' : params.has('forgot') ? 'forgot' : 'login'
  return (
    <Suspense fallback={<OpeningDialog />}>
      <AuthForms
        key={side}
        side={side}
        initialMode={initialMode}
        next={safeRedirectPath(params.get('next'))}
        onClose={() => show(loginParams(params, undefined))}
        onReopen={(nextSide, next = params.get('next') ?? undefined) =>
          show(loginParams(params, nextSide, { next }))
        }
      />
    </Suspense>
  )
}
