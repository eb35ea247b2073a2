import {
  type Chat,
  listChats,
  type Message,
  markChatRead,
  readChat,
  readUnreadCounts,
  sendMessage,
  startChat,
  type UnreadCounts,
} from '#contract/chats.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { findAccount, lockOwnAccount } from '#server/accounts/store.ts'
import { findListing } from '#server/books/store.ts'
import { findHiddenSellers, rejectBlocked } from '#server/moderation/are-blocked.ts'
import { countUnreadNotifications } from '#server/notifications/store.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Mount } from '#server/platform/http/route.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'
import { countUse } from '#server/platform/limits/quotas.ts'
import type { LiveHandlers } from '#server/platform/live/live-events.ts'
import { listMessages } from './messages.ts'
import { clientIdOf, newChatQuota, participantOf } from './rules.ts'
import { storeMessage } from './send.ts'
import {
  countUnread,
  findChatAbout,
  findParticipants,
  insertChat,
  lockAccountQuota,
  markRead,
  type Participant,
} from './store.ts'
import { chatView, listChatRows, viewChat } from './views.ts'

async function createChat(
  db: Db,
  { config, now: clock }: AppContext,
  me: Participant,
  bookId: string,
) {
  const now = clock()
  await lockOwnAccount(db, me.accountId)
  const listing = await findListing(db, bookId, me.accountId)
  if (!listing) throw new AppError('book_not_found')
  if (listing.person_id === (await findAccount(db, me.accountId))?.person_id)
    throw new AppError('own_book')
  await rejectBlocked(db, [me.accountId, listing.seller_id], 'chat_refused')
  if (listing.available === 0) throw new AppError('book_gone')
  if (config.rateLimit)
    await countUse(db, { key: `new chats ${me.accountId}`, quota: newChatQuota }, now)
  const { seller_id } = listing
  const id = await insertChat(db, { bookId, buyerId: me.accountId, sellerId: seller_id, now })
  return { id, seller_id }
}

async function findUnreadCounts({ db, now }: AppContext, viewer: Viewer): Promise<UnreadCounts> {
  if (viewer.role === 'admin') return { messages: 0, notices: 0, muted: [] }
  const [messages, { unread, newest, muted }, hidden] = await Promise.all([
    countUnread(db, participantOf(viewer)),
    countUnreadNotifications(db, viewer),
    findHiddenSellers(db, viewer.accountId),
  ])
  return {
    messages,
    notices: unread,
    muted,
    ...(hidden.length > 0 && { hidesListings: true }),
    ...(newest && { newestMs: Math.max(0, now().getTime() - newest.getTime()) }),
  }
}

type FindDeals = (
  db: Db,
  me: Participant,
  chat: { chatId: string; messages: readonly Message[] },
  now: Date,
) => Promise<Chat['deals']>

/** `findDeals` is passed in, because chats can't import offers and orders. */
export function chatRoutes(
  mount: Mount,
  context: AppContext,
  { findDeals }: { findDeals: FindDeals },
): void {
  const { db, live } = context

  mount(listChats, async (page, { viewer }) => {
    const me = participantOf(viewer)
    const { rows, next } = await listChatRows(db, me, page, context.now())
    const chats = rows.map((row) => chatView(row, me))
    return {
      rows: chats.map((chat) => ({
        ...chat,
        messages: chat.lastMessage ? [chat.lastMessage] : [],
      })),
      next,
    }
  })

  mount(startChat, {
    create: async ({ bookId, sellerId }, { viewer, commit }) => {
      const me = participantOf(viewer)
      const { id } = await commit(async (db) => {
        await lockAccountQuota(db, me.accountId)
        const chat =
          (await findChatAbout(db, me.accountId, bookId)) ??
          (await createChat(db, context, me, bookId))
        if (sellerId !== undefined && sellerId !== chat.seller_id)
          throw new AppError('chat_mismatch')
        return chat
      })
      return id
    },
    read: async (id, { viewer }) => ({
      chat: await viewChat(db, participantOf(viewer), id, context.now()),
    }),
  })

  mount(readChat, async ({ id, before, after }, { viewer }) => {
    const me = participantOf(viewer)
    const chat = await viewChat(db, me, id, context.now())
    const page = await listMessages(db, id, { before, after })
    const { messages } = page
    const isNewest = before === undefined && after === undefined
    const deals = isNewest
      ? await findDeals(db, me, { chatId: id, messages }, context.now())
      : undefined
    return { ...chat, ...page, ...(deals && { deals }) }
  })

  mount(sendMessage, (input, { viewer, idempotencyKey }) => {
    const clientId = input.clientId ?? (idempotencyKey && clientIdOf(idempotencyKey))
    return storeMessage(context, viewer, { ...input, clientId }, { channel: 'http' })
  })

  mount(readUnreadCounts, (_, { viewer }) => findUnreadCounts(context, viewer))

  mount(markChatRead, async ({ id }, { viewer, commit }) => {
    const me = participantOf(viewer)
    const changed = await commit((db) => markRead(db, me, id, context.now()))
    const chat = changed ?? (await findParticipants(db, me, id))
    const { readUpTo } = chat
    // The reader also gets the event, so that their other devices update the unread counts.
    const accountIds = chat.is_blocked ? me.accountId : [chat.buyer_id, chat.seller_id]
    if (changed) live.emit(accountIds, 'messages_read', { chatId: id, reader: me.side, readUpTo })
    return { message: 'Marked as read.', readUpTo }
  })
}

type ChatSocketOptions = {
  findOfferedBookIds: (db: Db, chatId: string, now: Date) => Promise<string[]>
}

export const chatSocketHandlers = (
  context: AppContext,
  { findOfferedBookIds }: ChatSocketOptions,
): LiveHandlers => ({
  joinChat: async (viewer, chatId) => {
    const me = participantOf(viewer)
    const chat = await findParticipants(context.db, me, chatId)
    const otherId = me.side === 'buyer' ? chat.seller_id : chat.buyer_id
    const offered = await findOfferedBookIds(context.db, chatId, context.now())
    const bookIds = [chat.book_id, ...offered]
    return { side: me.side, otherId, bookIds, isFree: chat.available > 0 }
  },
  findListener: async (viewer, chatId) => {
    const me = participantOf(viewer)
    const chat = await findParticipants(context.db, me, chatId)
    const otherId = me.side === 'buyer' ? chat.seller_id : chat.buyer_id
    return chat.is_blocked ? undefined : { side: me.side, otherId }
  },
  sendMessage: (viewer, input, socketId) =>
    storeMessage(context, viewer, input, { channel: 'socket', socketId }),
  countUnread: (viewer) => findUnreadCounts(context, viewer),
})
