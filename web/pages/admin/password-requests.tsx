import { useState } from 'react'
import {
  createResetLink,
  listPasswordRequests,
  type PasswordRequest,
  type ResetLink,
} from '#contract/admin/password-requests.ts'
import { sideLabels } from '#web/features/account/labels.ts'
import { emailColumn, nameCellId, nameColumn } from '#web/features/admin/account-columns.tsx'
import { labelOf } from '#web/format.ts'
import { useAction } from '#web/forms/use-action.ts'
import { privateMeta } from '#web/pages/page-meta.ts'
import { serverNow } from '#web/session/server-clock.ts'
import { formatTime, RecentTime } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { CopyLink } from '#web/ui/inputs/copy-text.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { AdminList } from './admin-list.tsx'

export const meta = privateMeta('Password requests · Admin')

const oneLine = 'tabular:whitespace-nowrap'

const dataColumns: Column<PasswordRequest>[] = [
  nameColumn,
  emailColumn,
  { header: 'Role', cell: ({ role }) => labelOf(sideLabels, role) },
  {
    header: 'Requested',
    cell: ({ requestedAt }) => <RecentTime at={requestedAt} className={oneLine} />,
  },
  { header: 'Link', cell: ({ linkUntil }) => <LinkStatus expiresAt={linkUntil} /> },
]

function LinkStatus({ expiresAt }: { expiresAt: string | undefined }) {
  if (expiresAt === undefined) return 'None yet'
  if (new Date(expiresAt) <= new Date(serverNow())) return <Badge>Expired</Badge>
  return <Badge tone="success">Until {formatTime(expiresAt)}</Badge>
}

type NewLink = ResetLink & { name: string }

export default function PasswordRequests() {
  const [newLink, setNewLink] = useState<NewLink>()
  const actionColumn: Column<PasswordRequest> = {
    header: 'Action',
    cell: (request) => (
      <CreateLink
        request={request}
        onCreated={(link) => setNewLink({ ...link, name: request.name })}
      />
    ),
  }
  return (
    <AdminList
      endpoint={listPasswordRequests}
      title="Password requests"
      rowName="request"
      emptyText="No open password requests."
      columns={[...dataColumns, actionColumn]}
    >
      {newLink && <ResetLinkDialog {...newLink} onClose={() => setNewLink(undefined)} />}
    </AdminList>
  )
}

function CreateLink({
  request,
  onCreated,
}: {
  request: PasswordRequest
  onCreated: (link: ResetLink) => void
}) {
  const create = useAction(createResetLink, { failed: 'Failed to create a link.' })
  const press = async () => {
    const link = await create.run({ id: request._id })
    if (link) onCreated(link)
  }
  return (
    <Button
      variant="plain"
      size="sm"
      className="whitespace-nowrap"
      aria-describedby={nameCellId(request)}
      pending={create.pending}
      onClick={() => void press()}
    >
      Create link
    </Button>
  )
}

type Props = { link: string; expiresAt: string; name: string; onClose: () => void }

/** Shows a password reset link, which isn't shown again later. */
function ResetLinkDialog({ link, expiresAt, name, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={`Link for ${name}`}>
      <div className="flex flex-col gap-4">
        <p>
          Send this link only to them: the first person to open it chooses the password. It works
          once, until <time dateTime={expiresAt}>{formatTime(expiresAt)}</time>, and is not shown
          again.
        </p>
        <CopyLink path={link} />
      </div>
    </Dialog>
  )
}
