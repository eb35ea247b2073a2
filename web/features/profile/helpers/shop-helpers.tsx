import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import {
  type HelperInvite,
  inviteHelper,
  listHelpers,
  maxHelpers,
  removeHelper,
  type ShopHelper,
  withdrawInvite,
} from '#contract/accounts/shop-helpers.ts'
import { useRead } from '#web/api/hooks.ts'
import { ActionButton } from '#web/forms/action-buttons.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { formatDate, RecentTimeInText } from '#web/time.tsx'
import { Button } from '#web/ui/button.tsx'
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
        Up to {maxHelpers === 5 ? 'five' : maxHelpers} people can work in your shop, each with their
        own login. They list books, answer chats and handle orders. They can’t change your UPI ID,
        your details or password, swap books, or delete the account.
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
              , last here <RecentTimeInText at={usedAt} />
            </>
          ) : (
            ', not logged in'
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
          Made on <time dateTime={createdAt}>{formatDate(createdAt)}</time>, works until{' '}
          <time dateTime={expiresAt}>{formatDate(expiresAt)}</time>
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

function InviteButton() {
  const [link, setLink] = useState<{ path: string; until: string }>()
  const { run, pending } = useAction(inviteHelper, { failed: 'Failed to create a link.' })
  const invite = async () => {
    const made = await run({})
    if (made) setLink({ path: made.link, until: made.expiresAt })
  }
  return (
    <>
      <Button
        variant="plain"
        className="self-start"
        icon={<UserPlus />}
        pending={pending}
        onClick={() => void invite()}
      >
        Invite a helper
      </Button>
      {link && (
        <Dialog open onClose={() => setLink(undefined)} title="Invitation">
          <div className="flex flex-col gap-4">
            <p>
              Send this link only to your helper: the first person who uses it can work in your
              shop. It works once, until <time dateTime={link.until}>{formatDate(link.until)}</time>
              , and is not shown again.
            </p>
            <CopyLink path={link.path} shareText="Help me at my shop on Dobara:" />
          </div>
        </Dialog>
      )}
    </>
  )
}
