import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { type BlockedPerson, listBlockedPeople } from '#contract/accounts/account-blocks.ts'
import { exportAccount, type Profile } from '#contract/accounts/accounts.ts'
import { passwordChange } from '#contract/accounts/auth.ts'
import { changeHelperPassword, renameHelper } from '#contract/accounts/shop-helpers.ts'
import { otherSide, type Side } from '#contract/common/endpoint.ts'
import { formatPhone } from '#contract/common/typed-text.ts'
import { deleteAddress, listAddresses } from '#contract/orders/addresses.ts'
import { useRead, useReadPages } from '#web/api/hooks.ts'
import { sideLabels } from '#web/features/account/labels.ts'
import { NewPasswordFields, requireMatch } from '#web/features/account/new-password-fields.tsx'
import { OpenAccount, SwitchAccount } from '#web/features/account/switch-account.tsx'
import { accountEndpoints, useProfile } from '#web/features/account/use-profile.ts'
import { useUnblock } from '#web/features/complaints/use-unblock.ts'
import { NotificationSwitches } from '#web/features/notifications/notification-switches.tsx'
import { Holiday } from '#web/features/profile/details/holiday.tsx'
import { ProfileHeader } from '#web/features/profile/details/profile-header.tsx'
import { ProfileInformation } from '#web/features/profile/details/profile-information.tsx'
import { ShopHelpers } from '#web/features/profile/helpers/shop-helpers.tsx'
import { DeleteAccount, LeaveShop } from '#web/features/profile/leaving/delete-account.tsx'
import { ApiTokens } from '#web/features/profile/security/api-tokens.tsx'
import { Sessions } from '#web/features/profile/security/sessions.tsx'
import { ActionButton } from '#web/forms/action-buttons.tsx'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { PasswordField, TextField } from '#web/forms/fields.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { notificationsHash, paths } from '#web/paths.ts'
import { updateSessionName } from '#web/session/session.ts'
import { formatDate } from '#web/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fold, FoldList } from '#web/ui/disclosure.tsx'
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { TextLink } from '#web/ui/links.tsx'
import { ListView } from '#web/ui/loading/list-view.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import { saveFile } from '#web/ui/save-file.ts'

const titles = { buyer: 'Buyer Information', seller: 'Seller Information' } as const

export function ProfilePage({ side }: { side: Side }) {
  const profile = useProfile(side)
  // On phones most sections are folded at first.
  const isWide = useMediaQuery('(min-width: 48rem)', true)
  return (
    <div className="flex flex-col gap-6">
      <h1 className="font-semibold text-3xl">Profile</h1>
      <QueryView query={profile} skeletons={['h-40', 'h-64', 'h-[26rem]']}>
        {(data) => (
          <>
            <ProfileHeader side={side} profile={data} />
            <div className="grid items-start gap-6 lg:grid-cols-2">
              {data.helper ? (
                <OfHelper profile={data} helper={data.helper} />
              ) : (
                <>
                  <Settings side={side} profile={data} isWide={isWide} />
                  <Account side={side} profile={data} isWide={isWide} />
                </>
              )}
            </div>
          </>
        )}
      </QueryView>
    </div>
  )
}

type PartProps = { side: Side; profile: Profile; isWide: boolean }

/** Scrolls to the row in the URL's hash. The browser can't, because the profile loads later. */
const scrollIntoView = (row: HTMLElement | null) => row?.scrollIntoView()

function Settings({ side, profile, isWide }: PartProps) {
  const other = otherSide(side)
  const { hash } = useLocation()
  const asksForNotifications = hash === notificationsHash
  return (
    <FoldList>
      <Fold title={titles[side]} isOpenAtFirst>
        <ProfileInformation side={side} profile={profile} />
        {side === 'seller' && (
          <TextLink to={paths.sellerPage(profile._id)} className="self-start">
            View your public page
          </TextLink>
        )}
      </Fold>
      {side === 'seller' && (
        <Fold title="Holiday" isOpenAtFirst={profile.holidayUntil !== undefined}>
          <Holiday profile={profile} />
        </Fold>
      )}
      {side === 'buyer' && (
        <Fold title="Delivery details" isLazy>
          <DeliveryDetails />
        </Fold>
      )}
      <div ref={asksForNotifications ? scrollIntoView : undefined} className="scroll-mt-20">
        <Fold
          key={String(asksForNotifications)}
          title="Notifications"
          isLazy
          isOpenAtFirst={isWide || asksForNotifications}
        >
          <NotificationSwitches />
        </Fold>
      </div>
      <Fold title={`Your ${other} account`} isOpenAtFirst={isWide}>
        <OtherAccount side={other} hasOtherAccount={profile.hasTwin} />
      </Fold>
    </FoldList>
  )
}

function Account({ side, profile, isWide }: PartProps) {
  return (
    <section aria-label="Account">
      <FoldList>
        <h2 className="px-4 pt-4 pb-2 font-semibold text-xl sm:px-6">Account</h2>
        <Fold isPart title="Change Password" isOpenAtFirst={isWide}>
          <ChangePassword endpoint={accountEndpoints[side].changePassword} email={profile.email} />
        </Fold>
        <Fold isPart title="Where you are logged in" isLazy isOpenAtFirst={isWide}>
          <Sessions />
        </Fold>
        {profile.sellerType === 'shop owner' && (
          <Fold isPart title="Helpers" isLazy>
            <ShopHelpers />
          </Fold>
        )}
        {side === 'seller' && (
          <Fold isPart title="API tokens" isLazy>
            <ApiTokens />
          </Fold>
        )}
        <Fold isPart title="Blocked people" isLazy>
          <BlockedPeople />
        </Fold>
        <Fold isPart title="Your data" isOpenAtFirst={isWide}>
          <ExportData />
        </Fold>
        <Fold isPart title="Danger Zone" danger isOpenAtFirst={isWide}>
          <DeleteAccount side={side} />
        </Fold>
      </FoldList>
    </section>
  )
}

type Helper = NonNullable<Profile['helper']>

/** What a helper can change: the shop's holiday, and their own name and password. */
function OfHelper({ profile, helper }: { profile: Profile; helper: Helper }) {
  return (
    <>
      <FoldList>
        <Fold title="Holiday" isOpenAtFirst>
          <Holiday profile={profile} />
        </Fold>
      </FoldList>
      <FoldList>
        <Fold title="Your name" isOpenAtFirst>
          <HelperName name={helper.name} />
        </Fold>
        <Fold title="Change Password" isOpenAtFirst>
          <ChangePassword endpoint={changeHelperPassword} email={helper.email} />
        </Fold>
        <Fold title="Leave">
          <LeaveShop />
        </Fold>
      </FoldList>
    </>
  )
}

function HelperName({ name }: { name: string }) {
  const form = useContractForm(renameHelper.input, { values: { name } })
  const submission = useSubmit(form, renameHelper, {
    fallback: 'Failed to update profile.',
    done: ({ message }) => message,
    onDone: () => updateSessionName(form.getValues('name')),
  })
  return (
    <ContractForm form={form} {...submission} submitLabel="Save" narrow>
      <TextField name="name" label="Name" autoComplete="name" />
    </ContractForm>
  )
}

function ExportData() {
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
    <>
      <p className="text-muted">
        Everything that Dobara stores about you, as one JSON file: profile, books, orders, chats and
        ratings.
      </p>
      <Button
        variant="plain"
        className="self-start"
        icon={<Download />}
        pending={download.pending}
        onClick={() => void save()}
      >
        Download my data
      </Button>
    </>
  )
}

const otherAccountTexts = {
  buyer: 'Looking for books too? Open a buyer account with the same email.',
  seller: 'Sell or rent out the books you have read: open a seller account with the same email.',
} as const

function OtherAccount({ side, hasOtherAccount }: { side: Side; hasOtherAccount: boolean }) {
  return (
    <>
      <p className="text-muted">
        {hasOtherAccount
          ? `You also have a ${side} account. You can switch to it without logging in again.`
          : otherAccountTexts[side]}
      </p>
      <div className="flex flex-col items-start gap-3">
        {hasOtherAccount ? <SwitchAccount side={side} /> : <OpenAccount side={side} />}
      </div>
    </>
  )
}

type PasswordEndpoint =
  | (typeof accountEndpoints)[Side]['changePassword']
  | typeof changeHelperPassword

function ChangePassword({ endpoint, email }: { endpoint: PasswordEndpoint; email: string }) {
  const form = useContractForm(passwordChange('password'), {
    defaultValues: { password: '', newPassword: '', refuseCommon: true },
  })
  const submission = useSubmit(form, endpoint, {
    fallback: 'Failed to change password.',
    done: ({ message }) => message,
    onDone: () => form.reset(),
  })
  return (
    <ContractForm
      form={form}
      {...requireMatch(form, submission, 'New passwords do not match!')}
      submitLabel="Update Password"
      narrow
    >
      {/* Tells password managers to which account the password belongs. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label="Current Password" />
      <NewPasswordFields />
    </ContractForm>
  )
}

function DeliveryDetails() {
  const addresses = useRead(listAddresses, {})
  return (
    <>
      <p className="text-muted">
        Where books were sent, kept for your next offers. A seller sees one only with an offer or an
        order.
      </p>
      <QueryView query={addresses} skeletons={['h-11']}>
        {(rows) => (
          <Rows rows={rows} emptyText="None.">
            {({ _id: addressId, deliveryAddress, phoneNumber }) => (
              <>
                <div className="wrap-anywhere min-w-0">
                  <p className="whitespace-pre-line">{deliveryAddress}</p>
                  <p className="text-muted text-sm">{formatPhone(phoneNumber)}</p>
                </div>
                <ActionButton
                  label="Delete"
                  aria-label={`Delete ${deliveryAddress}`}
                  variant="danger-ghost"
                  size="sm"
                  endpoint={deleteAddress}
                  input={{ addressId }}
                  failed="Failed to delete the address."
                />
              </>
            )}
          </Rows>
        )}
      </QueryView>
    </>
  )
}

function BlockedPeople() {
  const people = useReadPages(listBlockedPeople, {})
  return (
    <>
      <p className="text-muted">You can block somebody from the menu of a chat.</p>
      <ListView list={people} skeletons={['h-11']}>
        {(rows) => (
          <Rows rows={rows} emptyText="Nobody.">
            {(person) => <BlockedPersonRow person={person} />}
          </Rows>
        )}
      </ListView>
    </>
  )
}

function BlockedPersonRow({ person }: { person: BlockedPerson }) {
  const { unblock, pending } = useUnblock({ id: person._id, name: person.name })
  return (
    <>
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{person.name}</p>
        <p className="text-muted text-sm">
          {sideLabels[person.role]}, blocked on{' '}
          <time dateTime={person.blockedAt}>{formatDate(person.blockedAt)}</time>
        </p>
      </div>
      <Button
        variant="plain"
        size="sm"
        aria-label={`Unblock ${person.name}`}
        pending={pending}
        onClick={() => void unblock()}
      >
        Unblock
      </Button>
    </>
  )
}

type RowsProps<Row> = {
  rows: readonly Row[]
  emptyText: string
  children: (row: Row) => ReactNode
}

function Rows<Row extends { _id: string }>({ rows, emptyText, children }: RowsProps<Row>) {
  if (rows.length === 0) return <p className="text-muted">{emptyText}</p>
  return (
    <ul className="flex flex-col divide-y divide-border">
      {rows.map((row) => (
        <li
          key={row._id}
          className="flex items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
        >
          {children(row)}
        </li>
      ))}
    </ul>
  )
}
