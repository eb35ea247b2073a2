import { Outlet } from 'react-router'
import { Guard } from '#web/layout/guards.tsx'

/** The layout of pages that only buyers have. Guests can read books in the same area. */
export default function Members() {
  return (
    <Guard side="buyer">
      <main id="main" className="mx-auto w-full max-w-6xl px-4 py-8">
        <Outlet />
      </main>
    </Guard>
  )
}
