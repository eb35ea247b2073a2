import { useLogin } from '#web/features/account/use-login.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { SiteHeader } from './site-header.tsx'

const items = [
  { to: paths.home, label: 'Home', end: true },
  { to: paths.books, label: 'Books' },
  { to: paths.about, label: 'About Us' },
]

/** The header of the public pages, with the buttons for buyers and sellers. */
export function PublicHeader() {
  const openLogin = useLogin()
  const session = useSession()
  return (
    <SiteHeader
      items={
        session
          ? [
              ...items,
              {
                to: session.role === 'seller' ? paths.seller.dashboard : paths.buyer.orders,
                label: session.role === 'seller' ? 'My shop' : 'My Orders',
              },
            ]
          : items
      }
      end={
        <div className="flex gap-2">
          <Button className="flex-1 whitespace-nowrap" onClick={() => openLogin('buyer')}>
            Buy Books
          </Button>
          <Button
            className="flex-1 whitespace-nowrap"
            variant="plain"
            onClick={() => openLogin('seller')}
          >
            Sell Books
          </Button>
        </div>
      }
    />
  )
}
