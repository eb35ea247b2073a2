import { type OrderTab, orderTabs } from '#contract/orders/order-tabs.ts'
import type { SellerTasks } from '#contract/orders/reports.ts'
import { Today, type Todo } from '#web/features/orders/today.tsx'
import { paths } from '#web/paths.ts'
import { tabLabels } from './order-tabs.tsx'
import { TaskList } from './seller-tasks.tsx'

const labels: Partial<Record<OrderTab, Todo['label']>> = {
  'rents-due': ['Rent due', 'Rents due'],
  problems: ['Problem', 'Problems'],
}

/** What a seller has to do, with links to the lists. `tasks` is missing if there is nothing. */
export function SellerToday({ tasks }: { tasks: SellerTasks | undefined }) {
  const { counts, ...listed } = tasks ?? {}
  const inChats = [
    { label: ['Unanswered chat', 'Unanswered chats'], name: 'unanswered' },
    { label: ['Offer to answer', 'Offers to answer'], name: 'offers' },
  ] as const
  const todos: Todo[] = counts
    ? [
        ...orderTabs.flatMap((name) =>
          name === 'shipped' || name === 'done'
            ? []
            : {
                label: labels[name] ?? tabLabels[name],
                count: counts[name],
                to: `${paths.seller.orders}?tab=${name}`,
              },
        ),
        ...inChats.map(({ label, name }) => ({
          label,
          count: counts[name],
          to: `${paths.seller.chats}?filter=${name}`,
        })),
      ]
    : []
  return (
    <Today todos={todos} empty="Nothing to do.">
      <TaskList {...listed} />
    </Today>
  )
}
