import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { useLogout } from '#web/data/logout.ts'
import { useSession } from '#web/data/session.ts'
import { Bell } from '#web/parts/bell.tsx'
import { PublicHeader } from '#web/parts/public-header.tsx'
import { pageFrame, SiteFooter, SiteHeader } from '#web/parts/site-header.tsx'
import { UnreadBadge } from '#web/parts/unread.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Confirm } from '#web/ui/dialog.tsx'

/** A buyer's pages; who isn't signed in as one browses the books among them under the public bar. */
export default function BuyerLayout() {
  const session = useSession()
  const { pathname } = useLocation()
  return (
    <div className={pageFrame}>
      {session?.role === 'buyer' ? <BuyerHeader /> : <PublicHeader />}
      <Outlet />
      {/* A chat takes the whole height; a foot below it would only be in the way. */}
      {pathname !== paths.buyer.chats && <SiteFooter />}
    </div>
  )
}

function BuyerHeader() {
  const [asking, setAsking] = useState(false)
  const logout = useLogout()
  return (
    <>
      <SiteHeader
        items={[
          { to: paths.buyer.dashboard, label: 'Home' },
          { to: paths.buyer.orders, label: 'My Orders' },
          { to: paths.buyer.chats, label: 'Chats', badge: <UnreadBadge /> },
          { to: paths.buyer.profile, label: 'Profile' },
        ]}
        bell={<Bell side="buyer" className="md:order-last" />}
        end={
          <Button look="plain" icon={<LogOut size={20} aria-hidden />} onClick={() => setAsking(true)}>
            Logout
          </Button>
        }
      />
      <Confirm
        open={asking}
        title="Confirm Logout"
        confirm="Yes, Logout"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          logout(paths.home)
        }}
      >
        Are you sure you want to log out?
      </Confirm>
    </>
  )
}
