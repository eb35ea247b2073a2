import { useState } from 'react'
import {
  createResetLink,
  listPasswordRequests,
  type PasswordRequest,
  type ResetLink,
} from '#contract/admin/password-requests.ts'
import { errorMessage } from '#web/api/client.ts'
import { useReadPages, useWrite } from '#web/api/hooks.ts'
import { emailColumn, nameCellId, nameColumn } from '#web/features/admin/accounts-table.tsx'
import { ResetLinkDialog } from '#web/features/admin/reset-link-dialog.tsx'
import { formatFullTime, formatRecentTime, formatTime, labelOf } from '#web/format.ts'
import { ListPage } from '#web/layout/list-page.tsx'
import { serverNow } from '#web/session/server-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

export const meta = () => [
  { title: 'Password requests · Admin · Dobara' },
  { name: 'robots', content: 'noindex' },
]

const roleNames = { buyer: 'Buyer', seller: 'Seller' } as const

const dataColumns: Column<PasswordRequest>[] = [
  nameColumn,
  emailColumn,
  { header: 'Role', cell: ({ role }) => labelOf(roleNames, role) },
  { header: 'Requested', cell: ({ requestedAt }) => <Time at={requestedAt} /> },
  { header: 'Link', cell: ({ linkUntil }) => <LinkStatus expiresAt={linkUntil} /> },
]

function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatFullTime(at)} className="tabular:whitespace-nowrap">
      {formatRecentTime(at)}
    </time>
  )
}

function LinkStatus({ expiresAt }: { expiresAt: string | undefined }) {
  if (expiresAt === undefined) return 'None yet'
  if (new Date(expiresAt) <= new Date(serverNow())) return <Badge>Expired</Badge>
  return <Badge tone="success">Until {formatTime(expiresAt)}</Badge>
}

type NewLink = ResetLink & { name: string }

export default function PasswordRequests() {
  const list = useReadPages(listPasswordRequests, {})
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
    <ListPage
      title="Password requests"
      rowName="request"
      emptyText="No open password requests."
      columns={[...dataColumns, actionColumn]}
      list={list}
    >
      {newLink && <ResetLinkDialog {...newLink} onClose={() => setNewLink(undefined)} />}
    </ListPage>
  )
}

function CreateLink({
  request,
  onCreated,
}: {
  request: PasswordRequest
  onCreated: (link: ResetLink) => void
}) {
  const write = useWrite(createResetLink)
  const toast = useToast()
  const create = async () => {
    try {
      const link = await write.run({ id: request._id })
      if (link) onCreated(link)
    } catch (error) {
      toast({ text: errorMessage(error, 'Failed to create a link.'), kind: 'error' })
    }
  }
  return (
    <Button
      variant="plain"
      size="sm"
      className="whitespace-nowrap"
      aria-describedby={nameCellId(request)}
      pending={write.pending}
      onClick={() => void create()}
    >
      Create link
    </Button>
  )
}
