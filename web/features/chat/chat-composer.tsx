import { useRef } from 'react'
import { MessageComposer } from '#web/features/messages/message-composer.tsx'
import { useRealtimeSession } from '#web/realtime/realtime-provider.tsx'
import { focusOnMount } from '#web/ui/hooks/focus.ts'
import { typingNoticeEveryMs } from './policy.ts'

/** Not on touch screens, where the keyboard would cover the messages. */
const focusWithMouse = (element: HTMLTextAreaElement | null) => {
  if (window.matchMedia('(hover: hover)').matches) focusOnMount(element)
}

type Props = { chatId: string; suggestions?: readonly string[] }

export function ChatComposer({ chatId, suggestions = [] }: Props) {
  const connection = useRealtimeSession()
  const lastNoticeAt = useRef(0)
  const sendTyping = (text: string) => {
    if (text.trim() === '' || Date.now() - lastNoticeAt.current < typingNoticeEveryMs) return
    lastNoticeAt.current = Date.now()
    connection?.socket?.volatile.emit('typing', { chatId }, () => {})
  }
  return (
    <MessageComposer
      draft={`chat ${chatId}`}
      fieldRef={focusWithMouse}
      suggestions={suggestions}
      onType={sendTyping}
      onSend={(outbox, text) => outbox.send(chatId, text)}
    />
  )
}
