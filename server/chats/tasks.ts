// Finds the task that a chat gives its reader. The query must contain `chats`.
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ChatTask } from '#contract/chats.ts'
import type { Side } from '#contract/common/endpoint.ts'
import { tabIs } from '#server/orders/tabs/tabs.ts'
import {
  buyerTaskIs,
  canStillDeal,
  hasOfferToAnswer,
  hasTimesToChoose,
} from '#server/orders/tabs/tasks.ts'

/** Whether the buyer waits for the seller to write, and the seller can. */
export const isUnanswered = sql<SqlBool>`(chats.is_unanswered
  and ${canStillDeal('chats', 'seller')})`

/** Whether this is true of an order of the chat. */
const ofAnOrder = (condition: RawBuilder<SqlBool>) => sql<SqlBool>`bool_or(${condition})`

/**
 * The conditions of the tasks, most urgent first. Offers expire, so they come before orders without
 * a problem.
 */
function tasksOf(side: Side, now: Date): [ChatTask, RawBuilder<SqlBool>][] {
  const offer: [ChatTask, RawBuilder<SqlBool>] = ['offer', hasOfferToAnswer(side, now)]
  const time: [ChatTask, RawBuilder<SqlBool>] = ['time', ofAnOrder(hasTimesToChoose(side, now))]
  if (side === 'seller') {
    const is = tabIs(now)
    return [
      ['problem', ofAnOrder(is.problems)],
      ['rent', ofAnOrder(is['rents-due'])],
      offer,
      time,
      ['pack', ofAnOrder(is['to-pack'])],
      ['hand-over', ofAnOrder(is['to-hand-over'])],
    ]
  }
  const is = buyerTaskIs(now)
  return [
    ['problem', ofAnOrder(is.problems)],
    ['rent', ofAnOrder(is['to-return'])],
    offer,
    ['confirm', ofAnOrder(is['to-confirm'])],
    time,
  ]
}

export function taskOf(side: Side, now: Date) {
  const branches = tasksOf(side, now).map(
    ([task, isTask]) => sql`when ${isTask} then ${sql.lit(task)}`,
  )
  return sql<ChatTask | null>`(select case ${sql.join(branches, sql` `)} end
    from orders where orders.chat_id = chats.id)`
}
