import type { ComponentProps } from 'react'
import { readNumber } from '#contract/common/typed-text.ts'
import { Input } from '#web/ui/inputs/field.tsx'

type Props = Omit<ComponentProps<typeof Input>, 'type'> & { isWhole?: boolean }

/**
 * A field for numbers as people write them: '1,299' or '1299/-'. On blur it shows the plain number.
 * It isn't `type="number"`, because browsers drop text that isn't a plain number from such a field,
 * and its mouse wheel changes the number.
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
