import { type BuyerTodo, buyerTodos, readBuyerTasks } from '#contract/orders/order-tabs.ts'
import { useRead } from '#web/api/hooks.ts'
import { exchangePath, paths } from '#web/paths.ts'
import { Today, type Todo } from './today.tsx'

const labels: Record<BuyerTodo, Todo['label']> = {
  'to-confirm': 'To confirm',
  'choose-time': ['Meeting time to choose', 'Meeting times to choose'],
  'to-return': ['Book to return', 'Books to return'],
  problems: ['Problem to answer', 'Problems to answer'],
}

/** Shows a buyer's tasks, with links to the lists. `todo` is the list that the page shows. */
export function BuyerToday({ todo }: { todo?: BuyerTodo | undefined }) {
  const { data } = useRead(readBuyerTasks, {})
  if (!data) return null
  const { offers, ring, ...counts } = data
  const inOrders = buyerTodos.map((name) => ({
    label: labels[name],
    count: counts[name],
    to: `${paths.buyer.orders}?todo=${name}`,
    isOpen: name === todo,
  }))
  const todos: Todo[] = [
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
  return <Today todos={todos} isCompact />
}
