import { EllipsisVertical } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/button.tsx'

export type MenuItem = {
  label: string
  icon?: ReactNode
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}
type Props = {
  label: string
  icon?: ReactNode
  small?: boolean
  align?: 'start' | 'end'
  className?: string
  items: readonly MenuItem[]
}

/**
 * A menu of actions behind a button, which shows three dots unless `icon` is given. An action may
 * open a dialog, which takes the focus. The menu isn't in a portal, so that it stays within the
 * landmark or the modal of its button.
 */
export const Menu = ({
  label,
  icon,
  small = false,
  align = 'end',
  className = '',
  items,
}: Props) => (
  <Radix.Root modal={false}>
    <Radix.Trigger asChild>
      <IconButton label={label} small={small} className={className}>
        {icon || <EllipsisVertical size={small ? 16 : 20} />}
      </IconButton>
    </Radix.Trigger>
    <Radix.Content
      align={align}
      sideOffset={4}
      collisionPadding={8}
      className="z-60 min-w-48 rounded-box border border-border bg-surface p-1 text-foreground
          shadow-raised data-[state=open]:animate-appear"
    >
      {items.map(({ label, icon, danger, disabled = false, onSelect }) => (
        <Radix.Item
          key={label}
          disabled={disabled}
          onSelect={onSelect}
          className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-box px-3 outline-none
              data-disabled:cursor-not-allowed data-disabled:opacity-60 data-highlighted:bg-sunken ${danger ? 'text-danger' : ''}`}
        >
          {icon}
          {label}
        </Radix.Item>
      ))}
    </Radix.Content>
  </Radix.Root>
)
