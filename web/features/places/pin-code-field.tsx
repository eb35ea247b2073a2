import type { ComponentProps } from 'react'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { fullPlaceName } from './place-text.ts'
import { usePlace } from './use-place.ts'

type Props = {
  typed: string
  label?: string
  hint?: string
  optional?: boolean
  error?: string | undefined
  input: ComponentProps<'input'>
}

/** A field for a PIN code. It shows the place as soon as the code is complete. */
export function PinCodeField({
  typed,
  label = 'PIN code',
  hint,
  optional = false,
  error,
  input,
}: Props) {
  const lookup = usePlace(typed)
  const name = lookup.place && fullPlaceName(lookup.place)
  return (
    <>
      <Field label={label} optional={optional} hint={name ?? hint} error={error ?? lookup.error}>
        <Input inputMode="numeric" autoComplete="postal-code" className="max-w-40" {...input} />
      </Field>
      <LiveRegion>{name ?? ''}</LiveRegion>
    </>
  )
}
