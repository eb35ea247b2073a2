import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { usePrefetch } from '#web/ui/hooks/use-online.ts'

export type NavItem = {
  to: string
  label: string
  end?: boolean
  icon?: LucideIcon
  badge?: ReactNode
}

type Props = {
  items: NavItem[]
  className: string
  linkClass: (state: { isActive: boolean }) => string
  onFollow: () => void
}

export function NavItems({ items, className, linkClass, onFollow }: Props) {
  const prefetch = usePrefetch()
  return (
    <ul className={className}>
      {items.map(({ to, label, end = false, icon: Icon, badge }) => (
        <li key={to}>
          <NavLink to={to} end={end} prefetch={prefetch} className={linkClass} onClick={onFollow}>
            {Icon && <Icon className="shrink-0" />}
            <span>{label}</span>
            {badge}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
