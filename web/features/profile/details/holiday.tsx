import { useRef, useState } from 'react'
import { type Profile, updateSellerProfile } from '#contract/accounts/accounts.ts'
import { backOnText, HolidayEnd, holidayEnds } from '#contract/accounts/holiday.ts'
import { useProfile, useUpdateCachedProfile } from '#web/features/account/use-profile.ts'
import { realSchema } from '#web/forms/real-schema.ts'
import { useAction } from '#web/forms/use-action.ts'
import { serverNow } from '#web/session/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/inputs/field.tsx'

function useSaveHoliday() {
  const updateCachedProfile = useUpdateCachedProfile('seller')
  const status = useRef<HTMLParagraphElement>(null)
  const { run, pending } = useAction(updateSellerProfile, { failed: 'Failed to update profile.' })
  const save = async (holidayUntil: string) => {
    const saved = await run({ holidayUntil })
    if (!saved) return
    updateCachedProfile(saved)
    status.current?.focus()
  }
  return { save, pending, status }
}

/** Tells a seller on holiday in Manage Books that buyers can't order. */
export function HolidayNotice() {
  const { data: profile } = useProfile('seller')
  const { save, pending, status } = useSaveHoliday()
  const [hasEnded, setEnded] = useState(false)
  const until = profile?.holidayUntil
  if (!until && !hasEnded) return null
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-box bg-accent-soft px-4 py-2">
      <p role="status" ref={status} tabIndex={-1} className="py-1 text-sm outline-none">
        {until ? (
          <>
            You are on holiday. <strong>{backOnText(until)}.</strong> Buyers can’t order until then.
          </>
        ) : (
          'Your holiday has ended. Buyers can order again.'
        )}
      </p>
      {until && (
        <Button
          variant="plain"
          size="sm"
          pending={pending}
          onClick={() => {
            setEnded(true)
            void save('')
          }}
        >
          End holiday
        </Button>
      )}
    </div>
  )
}

/** Lets a seller close for some weeks. */
export function Holiday({ profile: { holidayUntil } }: { profile: Profile }) {
  const [date, setDate] = useState('')
  const [error, setError] = useState<string>()
  const { save, pending, status } = useSaveHoliday()
  const { first, last } = holidayEnds(new Date(serverNow()))
  return (
    <>
      <p role="status" ref={status} tabIndex={-1} className="outline-none">
        {holidayUntil ? (
          <>
            <strong>{backOnText(holidayUntil)}.</strong> Buyers see your books and can write to you,
            but can’t order until then.
          </>
        ) : (
          <>
            Buyers see your books and can write to you, but can’t order until you are back. It ends
            by itself.
          </>
        )}
      </p>
      {holidayUntil ? (
        <Button
          variant="plain"
          className="self-start"
          pending={pending}
          onClick={() => void save('')}
        >
          End holiday
        </Button>
      ) : (
        <form
          method="post"
          noValidate
          className="flex flex-col items-start gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            const checked = realSchema(HolidayEnd).safeParse(date)
            setError(date ? checked.error?.issues[0]?.message : 'Choose a date.')
            if (checked.success) void save(date)
          }}
        >
          <Field label="Back on" error={error}>
            <Input
              type="date"
              min={first}
              max={last}
              value={date}
              onChange={(event) => setDate(event.target.value)}
            />
          </Field>
          <Button type="submit" variant="plain" pending={pending}>
            Start holiday
          </Button>
        </form>
      )}
    </>
  )
}
