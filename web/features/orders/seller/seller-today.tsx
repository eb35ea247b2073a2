import { HandCoins, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OrderTab } from '#contract/orders/order-tabs.ts'
import { problemReasonLabels } from '#contract/orders/problem-form.ts'
import { sellerTasks, type SellerTasks as Tasks } from '#contract/orders/tasks.ts'
import { type Task, Today } from '#web/features/orders/today.tsx'
import { formatRupees, labelOf } from '#web/format.ts'
import { chatPath, paths, problemPath } from '#web/paths.ts'
import { formatDeadline } from '#web/time.tsx'
import { tabLabels } from './order-tabs.tsx'

const labels: Partial<Record<OrderTab, Task['label']>> = {
  'rents-due': ['Rent due', 'Rents due'],
  problems: ['Problem', 'Problems'],
}

/** Shows a seller's tasks, with links to the lists. `tasks` is missing if there are none. */
export function SellerToday({ tasks }: { tasks: Tasks | undefined }) {
  const { counts, ...listed } = tasks ?? {}
  const inChats = [
    { label: ['Unanswered chat', 'Unanswered chats'], name: 'unanswered' },
    { label: ['Offer to answer', 'Offers to answer'], name: 'offers' },
  ] as const
  const shown: Task[] = counts
    ? [
        ...sellerTasks.map((name) => ({
          label: labels[name] ?? tabLabels[name],
          count: counts[name],
          to: `${paths.seller.orders}?tab=${name}`,
        })),
        ...inChats.map(({ label, name }) => ({
          label,
          count: counts[name],
          to: `${paths.seller.chats}?filter=${name}`,
        })),
      ]
    : []
  return (
    <Today tasks={shown} empty="Nothing to do.">
      <TaskList {...listed} />
    </Today>
  )
}

type Props = { [Kind in 'problems' | 'offers']?: Tasks[Kind] | undefined }

/** Problems and offers that wait for a seller's answer. */
function TaskList({ problems = [], offers = [] }: Props) {
  if (problems.length + offers.length === 0) return null
  return (
    <ul aria-label="Needs your answer" className="flex flex-col">
      {problems.map(({ orderId, title, buyer, reason }) => (
        <TaskLink
          key={orderId}
          to={problemPath('seller', orderId)}
          icon={<TriangleAlert size={18} className="text-danger" />}
          label={`Problem: ${labelOf(problemReasonLabels, reason)}`}
        >
          {title} · {buyer}
        </TaskLink>
      ))}
      {offers.map(({ chatId, title, copies, buyer, total, isExchange, expiresAt }) => (
        <TaskLink
          key={chatId}
          to={chatPath('seller', chatId)}
          icon={<HandCoins size={18} className="text-muted" />}
          label={isExchange ? 'Offer to swap' : `Offer of ${formatRupees(total)}`}
        >
          {title}
          {copies > 1 && ` and ${copies - 1} more`} · {buyer} · until {formatDeadline(expiresAt)}
        </TaskLink>
      ))}
    </ul>
  )
}

type LinkProps = { to: string; icon: ReactNode; label: string; children: ReactNode }

const TaskLink = ({ to, icon, label, children }: LinkProps) => (
  <li>
    <Link
      to={to}
      className="-mx-2 flex min-h-11 items-start gap-3 rounded-box px-2 py-2 hover:bg-sunken"
    >
      <span className="mt-0.5 shrink-0">{icon}</span>
      <span className="wrap-anywhere min-w-0">
        <span className="font-medium text-primary underline underline-offset-4">{label}</span>
        <span className="block text-muted text-sm">{children}</span>
      </span>
    </Link>
  </li>
)
