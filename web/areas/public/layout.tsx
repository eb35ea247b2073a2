import { Outlet } from 'react-router'
import { PublicHeader } from '#web/parts/public-header.tsx'
import { pageFrame, SiteFooter } from '#web/parts/site-header.tsx'

export default function PublicLayout() {
  return (
    <div className={pageFrame}>
      <PublicHeader />
      <Outlet />
      <SiteFooter />
    </div>
  )
}
