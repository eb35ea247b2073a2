import type { ComponentProps } from 'react'
import { readNumber } from '#contract/common/typed-text.ts'
import { Input } from '#web/ui/inputs/field.tsx'

type Props = Omit<ComponentProps<typeof Input>, 'type'> & { isWhole?: boolean }

/**
 * A number as people write it: '1,299' and '1299/-' too. Once it is left, it shows what they mean.
 * No `type="number"`: browsers drop what they can't read there, and the mouse wheel changes it.
 */
export function NumberInput({ isWhole = false, onBlur, ...rest }: Props) {
  return (
    <Input
      inputMode={isWhole ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...rest}
      onBlur={(event) => {
        const field = event.currentTarget
        const number = readNumber(field.value)
        if (number !== undefined && !/^-?\d+(?:\.\d+)?$/.test(field.value))
          field.value = String(number)
        onBlur?.(event)
      }}
    />
  )
}
