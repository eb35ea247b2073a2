// A chat that stands open on the page.
import { skipToken, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { readChat } from '#contract/chats.ts'
import type { ServerEvents } from '#contract/live.ts'
import { chatKey, fetchChat, openChat } from '#web/realtime/chat-cache.ts'
import { useConnection, useLiveEvent } from '#web/realtime/live.tsx'
import type { Session } from '#web/session/session.ts'

/** A chat with its messages, kept in the order of their numbers whatever brings them. */
export function useChat(session: Session, chatId: string) {
  const chats = useConnection()?.chats
  return useQuery({
    queryKey: chatKey(session, chatId),
    queryFn: chats ? ({ signal }) => fetchChat(chats, chatId, signal) : skipToken,
    meta: { reads: readChat.reads },
  })
}

/** Counts the chat as read for as long as it stands open, once it is `there`. */
export function useOpenChat(chatId: string, there: boolean): void {
  const chats = useConnection()?.chats
  useEffect(() => (there && chats ? openChat(chats, chatId) : undefined), [there, chats, chatId])
}

const typingMs = 4000

/** Whether the other side wrote a letter in the last seconds. */
export function useTyping(chatId: string): boolean {
  const [until, setUntil] = useState(0)
  const onTyping = useCallback<ServerEvents['typing']>(
    (notice) => notice.chatId === chatId && setUntil(Date.now() + typingMs),
    [chatId],
  )
  const onMessage = useCallback<ServerEvents['receive_message']>(
    (message) => message.chatId === chatId && setUntil(0),
    [chatId],
  )
  useLiveEvent('typing', onTyping)
  useLiveEvent('receive_message', onMessage)
  useEffect(() => {
    if (until === 0) return
    const timer = setTimeout(() => setUntil(0), until - Date.now())
    return () => clearTimeout(timer)
  }, [until])
  return until > 0
}
