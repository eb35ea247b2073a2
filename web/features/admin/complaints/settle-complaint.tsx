import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import {
  blockReported,
  type Complaint,
  dismissComplaint,
  hideReportedListing,
  unhideReportedListing,
  warnReported,
} from '#contract/admin/complaints.ts'
import { maxLength } from '#contract/common/policy.ts'
import { blankAsAbsent, multiLine } from '#contract/common/schemas.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { HideWanted, UnhideWanted } from '#web/features/admin/hide-wanted.tsx'
import { OpenOrders } from '#web/features/admin/open-orders.tsx'
import { DialogForm } from '#web/forms/dialog-form.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox, Field, TextArea } from '#web/ui/inputs/field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'

type Settlement = {
  endpoint:
    | typeof dismissComplaint
    | typeof warnReported
    | typeof hideReportedListing
    | typeof blockReported
  label: string
  /** The text of the dialog's button; `label` by default. */
  confirmLabel?: string
  title: (complaint: Complaint) => string
  effect?: string
  hint: string
  danger: boolean
  done: string
}

const settlements = {
  dismiss: {
    endpoint: dismissComplaint,
    label: 'Dismiss',
    title: () => 'Dismiss this complaint?',
    hint: 'Only admins read it. Whoever reported it is told that you have looked into it.',
    danger: false,
    done: 'Dismissed.',
  },
  warn: {
    endpoint: warnReported,
    label: 'Warn',
    title: ({ reported }) => `Warn ${reported.name}`,
    hint: 'They read it as a notification, and by mail where Dobara sends mails.',
    danger: false,
    done: 'The warning was sent.',
  },
  'hide-listing': {
    endpoint: hideReportedListing,
    label: 'Hide the listing',
    title: ({ listing }) => `Hide '${listing?.title ?? ''}'?`,
    effect: 'Only its seller still sees it. Open orders go on. You can show it again later.',
    hint: 'The seller reads it.',
    danger: true,
    done: 'The listing is hidden.',
  },
  block: {
    endpoint: blockReported,
    label: 'Block the account',
    confirmLabel: 'Yes, Block',
    title: ({ reported }) => `Block ${reported.name}?`,
    effect: 'They are logged out at once and can’t log in. A seller’s books leave the market.',
    hint: 'Shown at their next login.',
    danger: true,
    done: 'The account is blocked.',
  },
} as const satisfies Record<string, Settlement>
type Action = keyof typeof settlements
const actions = Object.keys(settlements) as Action[]

const Note = multiLine('Reason', maxLength.reason)
const WithNote = z.object({ note: Note, closeAll: z.boolean() })
const WithOptionalNote = WithNote.extend({ note: blankAsAbsent(Note) })

export function SettleComplaint({ complaint }: { complaint: Complaint }) {
  const [action, setAction] = useState<Action>()
  const possible = actions.filter((name) => complaint.can.includes(name))
  const { can, wanted, about } = complaint
  const others = ['unhide-listing', 'hide-wanted', 'unhide-wanted'] as const
  if (possible.length === 0 && !others.some((name) => can.includes(name))) return null
  return (
    <Card title="Decide">
      <div className="flex flex-wrap gap-2">
        {possible.map((name) => (
          <Button
            key={name}
            variant="plain"
            className={settlements[name].danger ? 'text-danger' : ''}
            onClick={() => setAction(name)}
          >
            {settlements[name].label}
          </Button>
        ))}
        {can.includes('unhide-listing') && <UnhideButton complaint={complaint} />}
        {wanted && can.includes('hide-wanted') && (
          <HideWanted id={wanted._id} title={about} label="Hide from Wanted books" />
        )}
        {wanted && can.includes('unhide-wanted') && <UnhideWanted id={wanted._id} />}
      </div>
      {action && (
        <SettleDialog
          key={action}
          complaint={complaint}
          isNoteOptional={action === 'dismiss'}
          others={action === 'block' ? complaint.reported.openComplaintsAgainst : 0}
          settlement={settlements[action]}
          onClose={() => setAction(undefined)}
        >
          {action === 'block' && <OpenOrders accountId={complaint.reported._id} />}
        </SettleDialog>
      )}
    </Card>
  )
}

function SettleDialog({
  complaint,
  settlement,
  isNoteOptional,
  others = 0,
  onClose,
  children,
}: {
  complaint: Complaint
  settlement: Settlement
  isNoteOptional: boolean
  /** How many other complaints about the person can be closed with this one. */
  others: number | undefined
  onClose: () => void
  children: ReactNode
}) {
  const toast = useToast()
  const { endpoint, label, confirmLabel = label, title, effect, hint, danger, done } = settlement
  const form = useContractForm(isNoteOptional ? WithOptionalNote : WithNote, {
    defaultValues: { note: '', closeAll: others > 0 },
  })
  const { submit, failure, pending } = useSubmit(form, endpoint, {
    toInput: ({ note, closeAll }) => ({
      ...{ id: complaint._id, note: note ?? '' },
      ...(closeAll && { closeAll }),
    }),
    fallback: () => 'Failed to save the decision.',
    onDone: () => {
      toast({ text: done, kind: 'success' })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title(complaint)}
      hasUnsavedChanges={form.formState.isDirty && !pending}
    >
      <DialogForm
        submit={submit}
        failure={failure}
        pending={pending}
        submitLabel={confirmLabel}
        danger={danger}
        onCancel={onClose}
      >
        {effect && <p className="text-muted">{effect}</p>}
        <div className="text-muted empty:hidden">{children}</div>
        <Field
          label={settlement.endpoint === warnReported ? 'Warning' : 'Reason'}
          optional={isNoteOptional}
          hint={hint}
          error={form.formState.errors.note?.message}
        >
          <TextArea {...form.register('note')} />
        </Field>
        {others > 0 && (
          <Checkbox
            label={`Close all ${others + 1} open complaints about ${complaint.reported.name}`}
            {...form.register('closeAll')}
          />
        )}
      </DialogForm>
    </Dialog>
  )
}

function UnhideButton({ complaint: { _id } }: { complaint: Complaint }) {
  const toast = useToast()
  const write = useWrite(unhideReportedListing)
  const run = async () => {
    try {
      if (await write.run({ id: _id }))
        toast({ text: 'The listing is back on the market.', kind: 'success' })
    } catch (error) {
      toast({ text: errorMessage(error, 'Failed to show the listing.'), kind: 'error' })
    }
  }
  return (
    <Button variant="plain" pending={write.pending} onClick={() => void run()}>
      Show the listing again
    </Button>
  )
}
