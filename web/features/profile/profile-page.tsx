import type { Side } from '#contract/common/endpoint.ts'
import { useProfile } from '#web/features/account/use-profile.ts'
import { NotificationSettingsCard } from '#web/features/notifications/settings-card.tsx'
import { DeliveryDetailsCard } from '#web/features/profile/details/delivery-details-card.tsx'
import { ProfileHeader } from '#web/features/profile/details/profile-header.tsx'
import { ProfileInformation } from '#web/features/profile/details/profile-information.tsx'
import { DeleteAccountCard } from '#web/features/profile/leaving/delete-account-card.tsx'
import { ExportDataCard } from '#web/features/profile/leaving/export-data-card.tsx'
import { ChangePasswordCard } from '#web/features/profile/security/change-password-card.tsx'
import { SessionsCard } from '#web/features/profile/security/sessions-card.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { BlockedPeopleCard } from './blocked-people-card.tsx'
import { OtherAccountCard } from './other-account-card.tsx'

/** The second card is tall, so two others fit beside it. */
const gridClass =
  'grid gap-6 lg:grid-cols-2 lg:[&>:nth-child(2)]:row-span-2 lg:[&>:nth-child(2)]:self-start'

export function ProfilePage({ side }: { side: Side }) {
  const profile = useProfile(side)
  return (
    <div className="flex flex-col gap-6">
      <h1 className="font-semibold text-3xl">Profile</h1>
      {profile.data ? (
        <>
          <ProfileHeader side={side} profile={profile.data} />
          <div className={gridClass}>
            <ProfileInformation side={side} profile={profile.data} />
            <ChangePasswordCard side={side} email={profile.data.email} />
            <SessionsCard />
            <NotificationSettingsCard />
            <OtherAccountCard
              side={side === 'buyer' ? 'seller' : 'buyer'}
              hasOtherAccount={profile.data.hasTwin}
            />
            {side === 'buyer' && <DeliveryDetailsCard />}
            <BlockedPeopleCard />
            <ExportDataCard />
          </div>
          <DeleteAccountCard side={side} />
        </>
      ) : profile.isError ? (
        <InlineLoadError onRetry={() => void profile.refetch()} />
      ) : (
        <Loading>
          <div className="flex flex-col gap-6">
            <Skeleton className="h-40" />
            <div className={gridClass}>
              <Skeleton className="h-64" />
              <Skeleton className="h-[26rem]" />
              <Skeleton className="h-40" />
              <Skeleton className="h-44" />
              <Skeleton className="h-44" />
            </div>
          </div>
        </Loading>
      )}
    </div>
  )
}
