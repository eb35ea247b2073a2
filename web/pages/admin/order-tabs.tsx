import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

const tabs = [
  { name: 'all', to: paths.admin.orders, label: 'All orders' },
  { name: 'problems', to: paths.admin.openProblems, label: 'Open problems' },
] as const

export const OrderTabs = ({ current }: { current: (typeof tabs)[number]['name'] }) => (
  <nav aria-label="Lists of orders" className="flex flex-wrap gap-2">
    {tabs.map(({ name, to, label }) => (
      <Link
        key={name}
        to={to}
        aria-current={name === current ? 'page' : undefined}
        className={buttonClass({ variant: name === current ? 'primary' : 'plain', size: 'sm' })}
      >
        {label}
      </Link>
    ))}
  </nav>
)
