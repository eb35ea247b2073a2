import { Suspense } from 'react'
import { useIsSwitching, useLogin } from '#web/features/account/use-login.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/loading/lazy-part.ts'
import { SiteHeader } from './site-header.tsx'

const HeaderNotifications = lazyPart(() =>
  import('./header-notifications.tsx').then((module) => module.HeaderNotifications),
)

const items = [
  { to: paths.home, label: 'Home', end: true },
  { to: paths.books, label: 'Books' },
  { to: paths.about, label: 'About Us' },
]
const ownItems = {
  buyer: { to: paths.buyer.orders, label: 'My Orders' },
  seller: { to: paths.seller.dashboard, label: 'My shop' },
} as const

export function PublicHeader() {
  const openLogin = useLogin()
  const session = useSession()
  const isSwitching = useIsSwitching()
  return (
    <SiteHeader
      items={session ? [...items, ownItems[session.role === 'seller' ? 'seller' : 'buyer']] : items}
      bell={
        session?.role === 'buyer' || session?.role === 'seller' ? (
          <Suspense fallback={<span className="h-11 w-22 lg:order-last" />}>
            <HeaderNotifications side={session.role} />
          </Suspense>
        ) : (
          // Until the session is known, the button is invisible but takes up its space, so that the
          // layout doesn't shift.
          <Button
            variant="ghost"
            className={`lg:order-last ${session === undefined ? 'invisible' : ''}`}
            onClick={() => openLogin('buyer')}
          >
            Log in
          </Button>
        )
      }
      end={
        <div className="flex gap-2">
          <Button
            className="flex-1 whitespace-nowrap"
            pending={isSwitching && session?.role === 'seller'}
            onClick={() => openLogin('buyer')}
          >
            Buy Books
          </Button>
          <Button
            className="flex-1 whitespace-nowrap"
            variant="plain"
            pending={isSwitching && session?.role === 'buyer'}
            onClick={() => openLogin('seller')}
          >
            Sell Books
          </Button>
        </div>
      }
    />
  )
}
