import { useRef, useState } from 'react'
import { type Profile, updateSellerProfile } from '#contract/accounts/accounts.ts'
import { backOnText, HolidayEnd, holidayEnds } from '#contract/accounts/holiday.ts'
import { useUpdateCachedProfile } from '#web/features/account/use-profile.ts'
import { realSchema } from '#web/forms/real-schema.ts'
import { useAction } from '#web/forms/use-action.ts'
import { serverNow } from '#web/session/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/inputs/field.tsx'

/** Lets a seller close for some weeks. */
export function Holiday({ profile: { holidayUntil } }: { profile: Profile }) {
  const updateCachedProfile = useUpdateCachedProfile('seller')
  const [date, setDate] = useState('')
  const [error, setError] = useState<string>()
  const status = useRef<HTMLParagraphElement>(null)
  const { run, pending } = useAction(updateSellerProfile, { failed: 'Failed to update profile.' })
  const save = async (holidayUntil: string) => {
    const saved = await run({ holidayUntil })
    if (!saved) return
    updateCachedProfile(saved)
    status.current?.focus()
  }
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
