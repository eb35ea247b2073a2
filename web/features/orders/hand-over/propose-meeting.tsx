import { CalendarDays, Plus, X } from 'lucide-react'
import type { z } from 'zod'
import { addDays, toIndianTime } from '#contract/common/dates.ts'
import { maxLength, maxMeetingDaysAhead, maxMeetingTimes } from '#contract/common/limits.ts'
import { proposeMeeting } from '#contract/orders/meetings.ts'
import { DialogButton } from '#web/forms/action-buttons.tsx'
import { TextField } from '#web/forms/fields.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { serverNow, todayInIndia } from '#web/session/server-clock.ts'
import { Button, IconButton } from '#web/ui/button.tsx'

type Props = {
  orderId: string
  place?: string | undefined
  can: boolean
  label: string
  variant: 'primary' | 'plain'
}

export const ProposeMeeting = ({ orderId, place = '', variant, ...button }: Props) => (
  <DialogButton
    {...button}
    variant={variant}
    data-rest={variant === 'plain' || undefined}
    icon={<CalendarDays size={18} />}
  >
    {(close) => <ProposeMeetingDialog orderId={orderId} place={place} onClose={close} />}
  </DialogButton>
)

const ProposalForm = proposeMeeting.input.omit({ orderId: true })
type ProposalForm = z.input<typeof ProposalForm>

const dayMs = 86_400_000
const timeOfDay = '17:00'

function nextTime(times: readonly string[]): string {
  const last = times
    .filter((time) => time !== '')
    .sort()
    .at(-1)
  return `${addDays(last?.slice(0, 10) ?? todayInIndia(), 1)}T${timeOfDay}`
}

type DialogProps = { orderId: string; place?: string; onClose: () => void }

export function ProposeMeetingDialog({ orderId, place = '', onClose }: DialogProps) {
  const form = useContractForm<ProposalForm, z.output<typeof ProposalForm>>(ProposalForm, {
    defaultValues: { place: place.slice(0, maxLength.meetingPoint), times: [nextTime([])] },
  })
  useFormDraft(form, `meeting ${orderId}`)
  const submission = useSubmit(form, proposeMeeting, {
    toInput: (values) => ({ ...values, orderId }),
    fallback: 'The meeting could not be proposed. Please try again.',
    onDone: onClose,
  })
  const times = form.watch('times')
  const setTimes = (next: string[]) => form.setValue('times', next, { shouldDirty: true })
  const now = new Date(serverNow())
  return (
    <FormDialog
      form={form}
      submission={submission}
      onClose={onClose}
      title="Propose a meeting"
      description="They pick a time or suggest another."
      submitLabel="Propose"
    >
      <TextField
        name="place"
        label="Meeting point"
        placeholder="A public place, such as a college gate"
      />
      {times.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two of the times can be the same
        <div key={index} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <TextField
              name={`times.${index}`}
              label={times.length === 1 ? 'Time' : `Time ${index + 1}`}
              type="datetime-local"
              min={toIndianTime(now)}
              max={toIndianTime(new Date(now.getTime() + maxMeetingDaysAhead * dayMs))}
            />
          </div>
          {times.length > 1 && (
            <IconButton
              label={`Remove time ${index + 1}`}
              className="mt-6"
              onClick={() => setTimes(times.filter((_, other) => other !== index))}
            >
              <X size={18} />
            </IconButton>
          )}
        </div>
      ))}
      {times.length < maxMeetingTimes && (
        <Button
          variant="plain"
          size="sm"
          className="self-start"
          icon={<Plus size={18} />}
          onClick={() => setTimes([...times, nextTime(times)])}
        >
          Add another time
        </Button>
      )}
    </FormDialog>
  )
}
