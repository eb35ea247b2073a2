import type { ComponentProps } from 'react'
import { Input } from '#web/ui/inputs/field.tsx'

/**
 * An ISBN field. Its keyboard has an X, and it ignores Enter, which hand scanners press after an
 * ISBN.
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
