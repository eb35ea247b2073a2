// A panel that hangs from its button: Escape and a press elsewhere close it, and the focus goes back.
import { Popover as Hanging } from 'radix-ui'
import type { ReactNode } from 'react'

type Props = {
  button: ReactNode
  label: string
  align?: 'start' | 'end'
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

export function Popover({ button, label, align = 'end', onOpenChange, children }: Props) {
  return (
    <Hanging.Root {...(onOpenChange && { onOpenChange })}>
      <Hanging.Trigger asChild>{button}</Hanging.Trigger>
      <Hanging.Portal>
        <Hanging.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-40 flex max-h-[min(32rem,var(--radix-popover-content-available-height))] w-[min(24rem,calc(100vw-1rem))] animate-appear flex-col overflow-y-auto overscroll-contain rounded-box border border-border bg-surface text-foreground shadow-raised"
        >
          {children}
        </Hanging.Content>
      </Hanging.Portal>
    </Hanging.Root>
  )
}

/** What closes the panel it stands in when pressed. */
export const PopoverClose = ({ children }: { children: ReactNode }) => (
  <Hanging.Close asChild>{children}</Hanging.Close>
)
