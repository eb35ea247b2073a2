// What a meeting changes of the orders that are handed over there.
import type { Db } from '#server/platform/database/database.ts'

export async function linkMeeting(
  db: Db,
  orderIds: readonly string[],
  meetingId: string,
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ meeting_id: meetingId })
    .where('id', 'in', orderIds)
    .where('meeting_id', 'is', null)
    .execute()
}

/** Both agreed to meet, which an order made by its seller says nothing about. */
export async function agreeToMeet(db: Db, meetingId: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ hand_over: 'meet' })
    .where('meeting_id', '=', meetingId)
    .where('hand_over', 'is', null)
    .execute()
}
