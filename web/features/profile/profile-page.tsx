import { Download } from 'lucide-react'
import { exportAccount } from '#contract/accounts/accounts.ts'
import { passwordChange } from '#contract/accounts/auth.ts'
import type { Side } from '#contract/common/endpoint.ts'
import {
  NewPasswordFields,
  useRepeatedPassword,
} from '#web/features/account/new-password-fields.tsx'
import { OpenAccount, SwitchAccount } from '#web/features/account/switch-account.tsx'
import { accountEndpoints, useProfile } from '#web/features/account/use-profile.ts'
import { NotificationSettingsCard } from '#web/features/notifications/settings-card.tsx'
import { DeliveryDetailsCard } from '#web/features/profile/details/delivery-details-card.tsx'
import { ProfileHeader } from '#web/features/profile/details/profile-header.tsx'
import { ProfileInformation } from '#web/features/profile/details/profile-information.tsx'
import { DeleteAccountCard } from '#web/features/profile/leaving/delete-account-card.tsx'
import { SessionsCard } from '#web/features/profile/security/sessions-card.tsx'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { PasswordField } from '#web/forms/fields.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { landingPaths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { BlockedPeopleCard } from './blocked-people-card.tsx'

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

function ExportDataCard() {
  const download = useAction(exportAccount, {
    failed: 'Could not prepare your data. Please try again.',
  })
  const save = async () => {
    const data = await download.run({})
    if (!data) return
    const name = `dobara-${data.exportedAt.slice(0, 10)}.json`
    saveFile(name, 'application/json', JSON.stringify(data, null, 2))
  }
  return (
    <Card title="Your data">
      <p className="text-muted">
        Everything that Dobara stores about you, as one JSON file: profile, books, orders, chats and
        ratings.
      </p>
      <Button
        variant="plain"
        className="self-start"
        icon={<Download size={20} aria-hidden />}
        pending={download.pending}
        onClick={() => void save()}
      >
        Download my data
      </Button>
    </Card>
  )
}

const texts = {
  buyer: {
    title: 'Your buyer account',
    open: 'Looking for books too? Open a buyer account with the same email.',
  },
  seller: {
    title: 'Your seller account',
    open: 'Sell or rent out the books you have read: open a seller account with the same email.',
  },
} as const

function OtherAccountCard({ side, hasOtherAccount }: { side: Side; hasOtherAccount: boolean }) {
  return (
    <Card title={texts[side].title}>
      <p className="text-muted">
        {hasOtherAccount
          ? `You also have a ${side} account. You can switch to it without logging in again.`
          : texts[side].open}
      </p>
      <div className="flex flex-col items-start gap-3">
        {hasOtherAccount ? (
          <SwitchAccount side={side} to={landingPaths[side]} variant="plain" />
        ) : (
          <OpenAccount side={side} />
        )}
      </div>
    </Card>
  )
}

function ChangePasswordCard({ side, email }: { side: Side; email: string }) {
  const form = useContractForm(passwordChange('password'), {
    defaultValues: { password: '', newPassword: '', refuseCommon: true },
  })
  const repeated = useRepeatedPassword()
  const submission = useSubmit(form, accountEndpoints[side].changePassword, {
    fallback: 'Failed to change password.',
    done: ({ message }) => message,
    onDone: () => {
      form.reset()
      repeated.setText('')
    },
  })
  return (
    <Card title="Change Password">
      <ContractForm
        form={form}
        {...repeated.requireMatch(
          submission,
          () => form.getValues('newPassword'),
          'New passwords do not match!',
        )}
        submitLabel="Update Password"
        narrow
      >
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label="Current Password" />
        <NewPasswordFields repeated={repeated} />
      </ContractForm>
    </Card>
  )
}
