import { Outlet } from 'react-router'
import { PublicHeader } from '#web/parts/public-header.tsx'
import { SiteFooter } from '#web/parts/site-header.tsx'

export default function PublicLayout() {
  return (
    <>
      <PublicHeader />
      <Outlet />
      <SiteFooter />
    </>
  )
}
