import { type BuyerTask, buyerTasks, readBuyerTasks } from '#contract/orders/tasks.ts'
import { useRead } from '#web/api/hooks.ts'
import { exchangePath, paths } from '#web/paths.ts'
import { type Task, Today } from './today.tsx'

const labels: Record<BuyerTask, Task['label']> = {
  'to-confirm': 'To confirm',
  'choose-time': ['Meeting time to choose', 'Meeting times to choose'],
  'to-return': ['Book to return', 'Books to return'],
  problems: ['Problem to answer', 'Problems to answer'],
}

/** Shows a buyer's tasks, with links to the lists. `task` is the list that the page shows. */
export function BuyerToday({ task }: { task?: BuyerTask | undefined }) {
  const { data } = useRead(readBuyerTasks, {})
  if (!data) return null
  const { offers, ring, ...counts } = data
  const inOrders = buyerTasks.map((name) => ({
    label: labels[name],
    count: counts[name],
    to: `${paths.buyer.orders}?task=${name}`,
    isOpen: name === task,
  }))
  const tasks: Task[] = [
    ...inOrders,
    {
      label: ['Offer to answer', 'Offers to answer'],
      count: offers,
      to: `${paths.buyer.chats}?filter=offers`,
    },
    {
      label: 'Swap to answer',
      count: ring && !ring.isAccepted ? 1 : 0,
      to: exchangePath('buyer', ring?._id ?? ''),
    },
  ]
  return <Today tasks={tasks} isCompact />
}
