import {
  chooseMeetingTime,
  enterHandOverCode,
  listMeetings,
  proposeMeeting,
} from '#contract/orders/meetings.ts'
import { participantOf } from '#server/chats/rules.ts'
import { emitUpdate } from '#server/orders/announce.ts'
import { viewOrders } from '#server/orders/views.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Mount } from '#server/platform/http/route.ts'
import { type ArrangedMeeting, chooseTime, createProposal } from './arrange.ts'
import { checkCode } from './code.ts'
import { viewMeeting, viewMeetings } from './views.ts'

export function meetingRoutes(mount: Mount, { db, config, live, now }: AppContext): void {
  const isLimited = config.rateLimit
  const announce = ({ id, chatId, accountIds, message }: ArrangedMeeting) => {
    live.emit(accountIds, 'receive_message', message)
    live.emit(accountIds, 'meeting_changed', { chatId, meetingId: id })
  }

  mount(listMeetings, ({ chatId }, { viewer }) =>
    viewMeetings(db, participantOf(viewer), chatId, now()),
  )

  mount(proposeMeeting, {
    create: async (input, { viewer, commit }) => {
      const limits = { now: now(), isLimited }
      const made = await commit((db) => createProposal(db, participantOf(viewer), input, limits))
      announce(made)
      return made.id
    },
    read: (id, { viewer }) => viewMeeting(db, participantOf(viewer), id, now()),
  })

  mount(chooseMeetingTime, async (choice, { viewer, commit }) => {
    const me = participantOf(viewer)
    const chosen = await commit((db) => chooseTime(db, me, choice, now()))
    if (chosen) announce(chosen)
    return viewMeeting(db, me, choice.meetingId, now())
  })

  mount(enterHandOverCode, async ({ meetingId, code }, { viewer, commit, idempotencyKey }) => {
    const me = participantOf(viewer)
    const limits = { now: now(), isLimited }
    const typed = { code, idempotencyKey }
    const checked = await commit((db) => checkCode(db, me, meetingId, typed, limits))
    if (checked.error) {
      if (checked.ended) {
        const { chatId, accountIds, message } = checked.ended
        live.emit(accountIds, 'receive_message', message)
        live.emit(accountIds, 'meeting_changed', { chatId, meetingId })
      }
      throw checked.error
    }
    if (checked.update) emitUpdate(live, checked.update)
    return viewOrders(db, checked.orderIds, { role: viewer.role, now: now() })
  })
}
