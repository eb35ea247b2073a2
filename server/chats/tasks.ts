// What the reader of a chat must do. The query must contain `chats`.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ChatTask } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { tabIs } from '#server/orders/tabs/tabs.ts'
import {
  buyerTodoIs,
  hasOfferToAnswer,
  hasTimesToChoose,
  isReachable,
  isRentToSettle,
} from '#server/orders/tabs/todos.ts'

/** Whether the buyer waits for the seller to write, and the seller can. */
export const isUnanswered = sql<SqlBool>`(chats.unanswered_since is not null
  and ${isReachable('chats', 'seller')})`

type Condition = RawBuilder<SqlBool>

/** The conditions of the tasks that an order of the chat brings, most urgent first. */
function orderTasks(side: Side, now: Date): [ChatTask, Condition][] {
  const time: [ChatTask, Condition] = ['time', hasTimesToChoose(side, now)]
  if (side === 'seller')
    return [
      ['problem', tabIs.problems],
      ['rent', isRentToSettle(now)],
      time,
      ['pack', tabIs['to-pack']],
      ['hand-over', tabIs['to-hand-over']],
    ]
  const is = buyerTodoIs(now)
  return [['problem', is.problems], ['rent', is['to-return']], ['confirm', is['to-confirm']], time]
}

/** The most urgent task. An offer ends soon, so it comes before orders that nothing is wrong with. */
export function taskOf(side: Side, now: Date) {
  const branches = orderTasks(side, now).map(
    ([task, isTask]) => sql`when bool_or(${isTask}) then ${sql.lit(task)}`,
  )
  const offer = sql`when ${hasOfferToAnswer(side, now)} then 'offer'`
  return sql<ChatTask | null>`(select case ${sql.join([...branches.slice(0, 2), offer, ...branches.slice(2)], sql` `)} end
    from orders where orders.chat_id = chats.id)`
}
