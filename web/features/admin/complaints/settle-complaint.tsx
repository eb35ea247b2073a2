import { useState } from 'react'
import {
  blockReported,
  type Complaint,
  dismissComplaint,
  hideReportedListing,
  unhideReportedListing,
  warnReported,
} from '#contract/admin/complaints.ts'
import { HideWanted, UnhideWanted } from '#web/features/admin/hide-wanted.tsx'
import { OpenOrders } from '#web/features/admin/open-orders.tsx'
import { type Question, ReasonButton } from '#web/features/admin/reason-dialog.tsx'
import { useAction } from '#web/forms/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/inputs/field.tsx'

type Action = Extract<Complaint['can'][number], 'dismiss' | 'warn' | 'hide-listing' | 'block'>
type Settling =
  | typeof dismissComplaint
  | typeof warnReported
  | typeof hideReportedListing
  | typeof blockReported
type Settlement = Omit<Question<Settling>, 'toInput' | 'errorText'> & { button: string }

const settlementsOf = ({ reported, listing }: Complaint): Record<Action, Settlement> => ({
  dismiss: {
    button: 'Dismiss',
    action: dismissComplaint,
    confirmLabel: 'Dismiss',
    title: 'Dismiss this complaint?',
    hint: 'Only admins read it. The reporter is notified that you have looked into it.',
    isOptional: true,
    danger: false,
    doneText: 'Dismissed.',
  },
  warn: {
    button: 'Warn',
    action: warnReported,
    confirmLabel: 'Warn',
    title: `Warn ${reported.name}`,
    label: 'Warning',
    hint: 'They read it as a notification, and by email if Dobara sends emails.',
    danger: false,
    doneText: 'The warning was sent.',
  },
  'hide-listing': {
    button: 'Hide the listing',
    action: hideReportedListing,
    confirmLabel: 'Hide the listing',
    title: `Hide '${listing?.title ?? ''}'?`,
    effect: 'Only its seller still sees it. Open orders go on. You can show it again later.',
    hint: 'The seller reads it.',
    doneText: 'The listing is hidden.',
  },
  block: {
    button: 'Block the account',
    action: blockReported,
    confirmLabel: 'Yes, Block',
    title: `Block ${reported.name}?`,
    effect: 'They are logged out at once and can’t log in. A seller’s books leave the market.',
    hint: 'Shown at their next login.',
    doneText: 'The account is blocked.',
  },
})

export function SettleComplaint({ complaint }: { complaint: Complaint }) {
  const { _id: id, can, wanted, about, reported } = complaint
  const others = reported.openComplaintsAgainst ?? 0
  const [closesAll, setClosesAll] = useState(others > 0)
  const settlements = settlementsOf(complaint)
  const possible = (Object.keys(settlements) as Action[]).filter((name) => can.includes(name))
  const rest = ['unhide-listing', 'hide-wanted', 'unhide-wanted'] as const
  if (possible.length === 0 && !rest.some((name) => can.includes(name))) return null
  return (
    <Card title="Decide">
      <div className="flex flex-wrap gap-2">
        {possible.map((name) => {
          const { button, ...question } = settlements[name]
          const isForAll = name === 'block' && others > 0 && closesAll
          return (
            <ReasonButton
              key={name}
              button={{
                className: question.danger === false ? '' : 'text-danger',
                label: button,
              }}
              {...question}
              toInput={(note: string) => ({ id, note, ...(isForAll && { closeAll: true }) })}
              errorText="Failed to save the decision."
              isMultiLine
            >
              {name === 'block' && <OpenOrders accountId={reported._id} />}
              {name === 'block' && others > 0 && (
                <Checkbox
                  label={`Close all ${others + 1} open complaints about ${reported.name}`}
                  checked={closesAll}
                  onChange={({ target }) => setClosesAll(target.checked)}
                />
              )}
            </ReasonButton>
          )
        })}
        {can.includes('unhide-listing') && <UnhideButton id={id} />}
        {wanted && can.includes('hide-wanted') && (
          <HideWanted id={wanted._id} title={about} label="Hide from Wanted books" />
        )}
        {wanted && can.includes('unhide-wanted') && <UnhideWanted id={wanted._id} />}
      </div>
    </Card>
  )
}

function UnhideButton({ id }: { id: string }) {
  const unhide = useAction(unhideReportedListing, {
    failed: 'Failed to show the listing.',
    done: 'The listing is back on the market.',
  })
  return (
    <Button variant="plain" pending={unhide.pending} onClick={() => void unhide.run({ id })}>
      Show the listing again
    </Button>
  )
}
