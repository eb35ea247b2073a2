import { Popover as Radix } from 'radix-ui'
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
    <Radix.Root {...(onOpenChange && { onOpenChange })}>
      <Radix.Trigger asChild>{button}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-40 flex max-h-[min(32rem,var(--radix-popover-content-available-height))]
            w-[min(24rem,calc(100vw-1rem))] flex-col overflow-y-auto overscroll-contain rounded-box
            border border-border bg-surface text-foreground shadow-raised
            data-[state=open]:animate-appear"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const PopoverClose = ({ children }: { children: ReactNode }) => (
  <Radix.Close asChild>{children}</Radix.Close>
)
