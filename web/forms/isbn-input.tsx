import type { ComponentProps } from 'react'
import { Input } from '#web/ui/inputs/field.tsx'

/**
 * An ISBN field. The phone's keyboard has an X, and Enter does nothing, because hand scanners press
 * it after an ISBN.
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
