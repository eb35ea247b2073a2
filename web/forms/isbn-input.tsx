import type { ComponentProps } from 'react'
import { Input } from '#web/ui/inputs/field.tsx'

/**
 * A field for an ISBN. A phone's keyboard has an X. Enter does nothing, because barcode scanners
 * press it after an ISBN.
 */
export const IsbnInput = (props: ComponentProps<typeof Input>) => (
  <Input
    inputMode="text"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    {...props}
    onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
  />
)
