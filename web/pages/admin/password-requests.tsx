import { useState } from 'react'
import {
  createResetLink,
  listPasswordRequests,
  type PasswordRequest,
  type ResetLink,
} from '#contract/password-requests.ts'
import { messageOf } from '#web/api/client.ts'
import { useReadPages, useWrite } from '#web/api/hooks.ts'
import { email, name, nameId } from '#web/features/admin/accounts-table.tsx'
import { ResetLinkDialog } from '#web/features/admin/reset-link-dialog.tsx'
import { clock, fullTime, messageTime } from '#web/format.ts'
import { nameOf } from '#web/kinds.ts'
import { ListPage } from '#web/layout/list-page.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { Badge } from '#web/ui/states.tsx'
import { useToast } from '#web/ui/toasts.tsx'

export const meta = () => [
  { title: 'Password requests · Admin · Dobara' },
  { name: 'robots', content: 'noindex' },
]

const roleNames = { buyer: 'Buyer', seller: 'Seller' } as const

const facts: Column<PasswordRequest>[] = [
  name,
  email,
  { head: 'Role', cell: ({ role }) => nameOf(roleNames, role) },
  { head: 'Requested', cell: ({ requestedAt }) => <Time at={requestedAt} /> },
  { head: 'Link', cell: ({ linkUntil }) => <LinkState until={linkUntil} /> },
]

function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullTime(at)} className="tabular:whitespace-nowrap">
      {messageTime(at)}
    </time>
  )
}

function LinkState({ until }: { until: string | undefined }) {
  if (until === undefined) return 'None yet'
  if (new Date(until) <= new Date()) return <Badge>Expired</Badge>
  return <Badge tone="success">Until {clock(until)}</Badge>
}

/** Shown once: what was made, and for whom. */
type Made = ResetLink & { name: string }

export default function PasswordRequests() {
  const list = useReadPages(listPasswordRequests, {})
  const [made, setMade] = useState<Made>()
  const action: Column<PasswordRequest> = {
    head: 'Action',
    cell: (request) => (
      <CreateLink request={request} onMade={(link) => setMade({ ...link, name: request.name })} />
    ),
  }
  return (
    <ListPage
      title="Password requests"
      one="request"
      empty="Nobody waits for a new password."
      columns={[...facts, action]}
      list={list}
    >
      {made && <ResetLinkDialog {...made} onClose={() => setMade(undefined)} />}
    </ListPage>
  )
}

function CreateLink({
  request,
  onMade,
}: {
  request: PasswordRequest
  onMade: (link: ResetLink) => void
}) {
  const write = useWrite(createResetLink)
  const toast = useToast()
  const create = async () => {
    try {
      const link = await write.run({ id: request._id })
      if (link) onMade(link)
    } catch (error) {
      toast({ text: messageOf(error, 'Failed to create a link.'), kind: 'bad' })
    }
  }
  return (
    <Button
      look="plain"
      size="sm"
      className="whitespace-nowrap"
      aria-describedby={nameId(request)}
      pending={write.pending}
      onClick={() => void create()}
    >
      Create link
    </Button>
  )
}
