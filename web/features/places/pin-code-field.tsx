import type { ComponentProps } from 'react'
import { AppError, errorCatalog } from '#contract/common/error-catalog.ts'
import { isPinCode, readPinCode, readPlace } from '#contract/places.ts'
import { useRead } from '#web/api/hooks.ts'
import { Field, Input } from '#web/ui/inputs/field.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { fullPlaceName } from './place-text.ts'

type Props = {
  typed: string
  label?: string
  hint?: string
  optional?: boolean
  error?: string | undefined
  input: ComponentProps<'input'>
}

/** A field for a PIN code. When the code is complete, the field shows its place. */
export function PinCodeField({
  typed,
  label = 'PIN code',
  hint,
  optional = false,
  error,
  input,
}: Props) {
  const pinCode = readPinCode(typed)
  const isWhole = isPinCode(pinCode)
  const place = useRead(readPlace, { pinCode }, { enabled: isWhole })
  const name = isWhole && place.data && fullPlaceName(place.data)
  const isUnknown =
    isWhole && place.error instanceof AppError && place.error.code === 'place_unknown'
  return (
    <>
      <Field
        label={label}
        optional={optional}
        hint={name || hint}
        error={error ?? (isUnknown ? errorCatalog.place_unknown[1] : undefined)}
      >
        <Input inputMode="numeric" autoComplete="postal-code" className="max-w-40" {...input} />
      </Field>
      <LiveRegion>{name || ''}</LiveRegion>
    </>
  )
}
