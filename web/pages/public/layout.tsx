import { Outlet } from 'react-router'
import { PublicHeader } from '#web/layout/public-header.tsx'
import { pageFrameClass, SiteFooter } from '#web/layout/site-footer.tsx'

export default function PublicLayout() {
  return (
    <div className={pageFrameClass}>
      <PublicHeader />
      <Outlet />
      <SiteFooter />
    </div>
  )
}
