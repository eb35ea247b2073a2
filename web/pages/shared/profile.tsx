import { ProfilePage } from '#web/features/profile/profile-page.tsx'
import { privateMeta } from '#web/pages/page-meta.ts'
import { useSide } from './use-side.ts'

export const meta = privateMeta('Profile')

export default function Profile() {
  return <ProfilePage side={useSide()} />
}
