import { useState } from 'react'
import {
  type HelperInvite,
  inviteHelper,
  listHelpers,
  removeHelper,
  type ShopHelper,
  withdrawInvite,
} from '#contract/accounts/shop-helpers.ts'
import { maxHelpers } from '#contract/common/limits.ts'
import { useRead } from '#web/api/hooks.ts'
import { usePasswordQuestion } from '#web/features/profile/password-question.tsx'
import { ActionButton } from '#web/forms/action-buttons.tsx'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { formatDate, formatDay, RecentTimeInText } from '#web/time.tsx'
import { CopyLink } from '#web/ui/inputs/copy-text.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Rows } from '#web/ui/rows.tsx'

/** The people who help at a shop, and open invitations. Only the owner sees them. */
export function ShopHelpers() {
  const query = useRead(listHelpers, {})
  return (
    <>
      <p className="text-muted">
        Up to {maxHelpers} people can list books, answer chats and handle orders with their own
        logins. They can’t change your profile, UPI ID or password, or swap books.
      </p>
      <QueryView query={query} skeletons={['h-14']}>
        {({ helpers, invites, can }) => (
          <>
            <Rows rows={[...helpers, ...invites]}>
              {(row) => ('email' in row ? <HelperRow helper={row} /> : <InviteRow invite={row} />)}
            </Rows>
            {can.includes('invite') && <InviteButton />}
          </>
        )}
      </QueryView>
    </>
  )
}

function HelperRow({ helper: { _id: id, name, email, joinedAt, usedAt } }: { helper: ShopHelper }) {
  return (
    <>
      <div className="wrap-anywhere min-w-0">
        <p className="font-medium">{name}</p>
        <p className="text-muted text-sm">{email}</p>
        <p className="text-muted text-sm">
          Since <time dateTime={joinedAt}>{formatDate(joinedAt)}</time>
          {usedAt ? (
            <>
              , last active <RecentTimeInText at={usedAt} />
            </>
          ) : (
            ', logged out'
          )}
        </p>
      </div>
      <ActionButton
        label="Remove"
        aria-label={`Remove ${name}`}
        variant="danger-ghost"
        size="sm"
        endpoint={removeHelper}
        input={{ id }}
        failed={`Failed to remove ${name}.`}
        done={({ message }) => message}
        question={{
          title: `Remove ${name}?`,
          confirmLabel: 'Remove',
          danger: true,
          children:
            'They are logged out at once and can’t log in any more. What they wrote and did stays, with their name.',
        }}
      />
    </>
  )
}

function InviteRow({ invite: { _id: id, createdAt, expiresAt } }: { invite: HelperInvite }) {
  return (
    <>
      <div className="min-w-0">
        <p className="font-medium">Open invitation</p>
        <p className="text-muted text-sm">
          Expires <time dateTime={expiresAt}>{formatDay(expiresAt)}</time>
        </p>
      </div>
      <ActionButton
        label="Withdraw"
        aria-label={`Withdraw the invitation of ${formatDate(createdAt)}`}
        variant="danger-ghost"
        size="sm"
        endpoint={withdrawInvite}
        input={{ id }}
        failed="Failed to withdraw the invitation."
        done={({ message }) => message}
      />
    </>
  )
}

const inviteFailed = 'Failed to create a link.'

function InviteButton() {
  const [link, setLink] = useState<{ path: string; until: string }>()
  const { withPassword, question } = usePasswordQuestion({
    title: 'Your password',
    submitLabel: 'Continue',
    fallback: inviteFailed,
  })
  const form = useContractForm(inviteHelper.input, { defaultValues: {} })
  const submission = useSubmit(form, inviteHelper, {
    withPassword,
    fallback: inviteFailed,
    onDone: ({ link: path, expiresAt: until }) => setLink({ path, until }),
  })
  return (
    <>
      <ContractForm form={form} {...submission} submitLabel="Invite a helper" narrow>
        {null}
      </ContractForm>
      {question}
      {link && (
        <Dialog open onClose={() => setLink(undefined)} title="Invitation">
          <div className="flex flex-col gap-4">
            <p>
              Send this link only to your helper. It works once, until{' '}
              <time dateTime={link.until}>{formatDay(link.until)}</time>, and isn’t shown again.
            </p>
            <CopyLink path={link.path} shareText="Help me at my shop on Dobara:" />
          </div>
        </Dialog>
      )}
    </>
  )
}
