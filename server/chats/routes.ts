import {
  listChats,
  markChatRead,
  readChat,
  readUnreadCounts,
  sendMessage,
  startChat,
  type UnreadCounts,
} from '#contract/chats.ts'
import { AppError } from '#contract/errors.ts'
import { findPerson } from '#server/accounts/store.ts'
import { findOffer } from '#server/books/store.ts'
import { countUnreadNotifications, findMuted } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Mount } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { enforceQuota, quotaWindowStart } from '#server/platform/limits/quotas.ts'
import type { LiveHandlers } from '#server/platform/live/live.ts'
import { clientIdOf, participantOf, quotas } from './rules.ts'
import { storeMessage } from './send.ts'
import {
  countUnread,
  findChatAbout,
  findParticipants,
  findStartTimes,
  insertChat,
  listMessages,
  lockPersonQuota,
  markRead,
  type Participant,
} from './store.ts'
import { chatView, findChat, listChatRows } from './views.ts'

export function chatRoutes(mount: Mount, parts: AppContext): void {
  const { db, live, config } = parts

  mount(listChats, async (page, { viewer }) => {
    const me = participantOf(viewer)
    const { rows, next } = await listChatRows(db, me, page)
    const chats = rows.map((row) => chatView(row, me.side))
    return {
      rows: chats.map((chat) => ({
        ...chat,
        messages: chat.lastMessage ? [chat.lastMessage] : [],
      })),
      next,
    }
  })

  /** Opens a chat about a book on the market. */
  async function openChat(db: Db, me: Participant, bookId: string) {
    const now = parts.now()
    const offer = await findOffer(db, bookId)
    if (!offer) throw new AppError('book_not_found')
    if (offer.human_id === (await findPerson(db, me.personId))?.human_id)
      throw new AppError('own_book')
    if (offer.available === 0) throw new AppError('book_gone')
    if (config.rateLimit)
      enforceQuota(
        quotas.starts,
        await findStartTimes(db, me.personId, quotaWindowStart(quotas.starts, now)),
        now,
      )
    return {
      id: await insertChat(db, { bookId, buyerId: me.personId, sellerId: offer.seller_id, now }),
      seller_id: offer.seller_id,
    }
  }

  mount(startChat, {
    create: async ({ bookId, sellerId }, { viewer, commit }) => {
      const me = participantOf(viewer)
      const { id } = await commit(async (db) => {
        await lockPersonQuota(db, me.personId)
        const chat =
          (await findChatAbout(db, me.personId, bookId)) ?? (await openChat(db, me, bookId))
        if (sellerId !== undefined && sellerId !== chat.seller_id)
          throw new AppError('chat_mismatch')
        return chat
      })
      return id
    },
    read: async (id, { viewer }) => ({ chat: await viewOf(participantOf(viewer), id) }),
  })

  mount(readChat, async ({ id, before, after }, { viewer }) => ({
    ...(await viewOf(participantOf(viewer), id)),
    ...(await listMessages(db, id, { before, after })),
  }))

  mount(sendMessage, (input, { viewer, idempotencyKey }) =>
    storeMessage(
      parts,
      viewer,
      { ...input, clientId: input.clientId ?? (idempotencyKey && clientIdOf(idempotencyKey)) },
      { door: 'http' },
    ),
  )

  mount(readUnreadCounts, (_, { viewer }) => findNews(parts, viewer))

  mount(markChatRead, async ({ id }, { viewer, commit }) => {
    const me = participantOf(viewer)
    const changed = await commit((db) => markRead(db, me, id, parts.now()))
    const chat = changed ?? (await findParticipants(db, me, id))
    if (!chat) throw new AppError('chat_not_found')
    const { readUpTo } = chat
    // Both sides hear of it: the other one sees how far was read, the reader's other devices take their badges off.
    if (changed)
      live.emit([chat.buyer_id, chat.seller_id], 'messages_read', {
        chatId: id,
        reader: me.side,
        readUpTo,
      })
    return { message: 'Marked as read.', readUpTo }
  })

  async function viewOf(me: Participant, chatId: string) {
    const chat = await findChat(db, me, chatId)
    if (!chat) throw new AppError('chat_not_found')
    return chatView(chat, me.side)
  }
}

/** What a person has not read; an admin has neither chats nor notices. */
async function findNews({ db, now }: AppContext, viewer: Viewer): Promise<UnreadCounts> {
  if (viewer.role === 'admin') return { messages: 0, notices: 0, muted: [] }
  const [messages, { unread, newest }, muted] = await Promise.all([
    countUnread(db, participantOf(viewer)),
    countUnreadNotifications(db, viewer.personId),
    findMuted(db, viewer.personId),
  ])
  return {
    messages,
    notices: unread,
    muted,
    ...(newest && { newestMs: Math.max(0, now().getTime() - newest.getTime()) }),
  }
}

/** What connected people may do in their chats. */
export const chatSocketHandlers = (parts: AppContext): LiveHandlers => ({
  joinChat: async (viewer, chatId) => {
    const me = participantOf(viewer)
    const chat = await findParticipants(parts.db, me, chatId)
    if (!chat) throw new AppError('chat_not_found')
    return { side: me.side, otherId: me.side === 'buyer' ? chat.seller_id : chat.buyer_id }
  },
  sendMessage: (viewer, input, socketId) =>
    storeMessage(parts, viewer, input, { door: 'socket', socketId }),
  countNews: (viewer) => findNews(parts, viewer),
})
