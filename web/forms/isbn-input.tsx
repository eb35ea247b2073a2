import type { ComponentProps } from 'react'
import { Input } from '#web/ui/inputs/field.tsx'

/** With a keypad that has an X; the Enter of a hand scanner doesn't send the rest of the form. */
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
