import { Outlet } from 'react-router'
import { PublicHeader } from '#web/layout/public-header.tsx'
import { pageFrame, SiteFooter } from '#web/layout/site-header.tsx'

export default function PublicLayout() {
  return (
    <div className={pageFrame}>
      <PublicHeader />
      <Outlet />
      <SiteFooter />
    </div>
  )
}
