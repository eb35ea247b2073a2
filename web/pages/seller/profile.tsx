import { ProfilePage } from '#web/features/profile/profile-page.tsx'

export const meta = () => [{ title: 'Profile · Dobara' }, { name: 'robots', content: 'noindex' }]

export default function SellerProfile() {
  return <ProfilePage side="seller" />
}
