import { ProfilePage } from '#web/features/profile/profile-page.tsx'
import { Guard } from '#web/layout/guards.tsx'

export const meta = () => [{ title: 'Profile · Dobara' }, { name: 'robots', content: 'noindex' }]

export default function BuyerProfile() {
  return (
    <Guard side="buyer">
      <main id="main" className="mx-auto max-w-6xl px-4 py-8">
        <ProfilePage side="buyer" />
      </main>
    </Guard>
  )
}
