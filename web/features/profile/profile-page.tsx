import { Download } from 'lucide-react'
import { useLocation } from 'react-router'
import { type BlockedPerson, listBlockedPeople } from '#contract/accounts/account-blocks.ts'
import { exportAccount, type Profile } from '#contract/accounts/accounts.ts'
import { otherSide, type Side } from '#contract/common/endpoint.ts'
import { formatPhone } from '#contract/common/typed-text.ts'
import { deleteAddress, listAddresses } from '#contract/orders/addresses.ts'
import { useRead, useReadPages } from '#web/api/hooks.ts'
import { sideLabels } from '#web/features/account/labels.ts'
import { OpenAccount, SwitchAccount } from '#web/features/account/switch-account.tsx'
import { accountEndpoints, useProfile } from '#web/features/account/use-profile.ts'
import { useUnblock } from '#web/features/complaints/use-unblock.ts'
import { NotificationSwitches } from '#web/features/notifications/notification-switches.tsx'
import { Holiday } from '#web/features/profile/details/holiday.tsx'
import { ProfileHeader } from '#web/features/profile/details/profile-header.tsx'
import { ProfileInformation } from '#web/features/profile/details/profile-information.tsx'
import { DeleteAccount } from '#web/features/profile/leaving/delete-account.tsx'
import { ApiTokens } from '#web/features/profile/security/api-tokens.tsx'
import { ChangePassword } from '#web/features/profile/security/change-password.tsx'
import { Sessions } from '#web/features/profile/security/sessions.tsx'
import { HelperProfile } from '#web/features/profile/shop-helpers/helper-profile.tsx'
import { ShopHelpers } from '#web/features/profile/shop-helpers/shop-helpers.tsx'
import { ActionButton } from '#web/forms/action-buttons.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { notificationsHash, paths } from '#web/paths.ts'
import { formatDate } from '#web/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fold, FoldList } from '#web/ui/disclosure.tsx'
import { useMediaQuery } from '#web/ui/hooks/use-media-query.ts'
import { TextLink } from '#web/ui/links.tsx'
import { ListView } from '#web/ui/loading/list-view.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import { Rows } from '#web/ui/rows.tsx'
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
                <HelperProfile profile={data} helper={data.helper} />
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
