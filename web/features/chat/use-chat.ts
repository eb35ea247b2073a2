import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readChat } from '#contract/chats.ts'
import { chatKey, fetchChat } from '#web/realtime/chat-cache.ts'
import { openChat } from '#web/realtime/mark-open-chats-read.ts'
import { useRealtimeSession, useSocketEvent } from '#web/realtime/realtime-provider.tsx'
import type { Session } from '#web/session/session.ts'

/**
 * The other side shows that somebody is typing for this long, which is longer than the pause
 * between two typing events.
 */
const typingShownMs = 4000

export function useChat(session: Session, chatId: string) {
  const chats = useRealtimeSession()?.chats
  return useQuery({
    queryKey: chatKey(session, chatId),
    queryFn: chats ? ({ signal }) => fetchChat(chats, chatId, signal) : skipToken,
    meta: { reads: readChat.reads },
  })
}

export function useOpenChat(chatId: string, isLoaded: boolean): void {
  const chats = useRealtimeSession()?.chats
  useEffect(
    () => (isLoaded && chats ? openChat(chats, chatId) : undefined),
    [isLoaded, chats, chatId],
  )
}

export function useTyping(chatId: string): boolean {
  const [shownUntil, setShownUntil] = useState(0)
  useSocketEvent('typing', (event) => {
    if (event.chatId === chatId) setShownUntil(Date.now() + typingShownMs)
  })
  useSocketEvent('receive_message', (message) => {
    if (message.chatId === chatId) setShownUntil(0)
  })
  useEffect(() => {
    if (shownUntil === 0) return
    const timer = setTimeout(() => setShownUntil(0), shownUntil - Date.now())
    return () => clearTimeout(timer)
  }, [shownUntil])
  return shownUntil > 0
}
