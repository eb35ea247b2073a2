import { SendHorizontal } from 'lucide-react'
import { useRef, useState } from 'react'
import { MessageText } from '#contract/chats.ts'
import { useConnection } from '#web/realtime/live.tsx'
import { currentSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { focusOnMount } from '#web/ui/hooks/focus.ts'
import { controlClass, FormError } from '#web/ui/inputs/field.tsx'

const typingEveryMs = 2500
const longest = 2000

const focusWithMouse = (box: HTMLTextAreaElement | null) => {
  if (window.matchMedia('(hover: hover)').matches) focusOnMount(box)
}

type Props = { chatId: string; closed: boolean }

/** The box to write in: Enter sends, Shift and Enter breaks the line. */
export function ChatComposer({ chatId, closed }: Props) {
  const connection = useConnection()
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<string>()
  const told = useRef(0)
  if (closed)
    return (
      <p className="border-border border-t p-4 text-center text-muted">
        This chat is closed for new messages.
      </p>
    )
  const send = () => {
    const message = MessageText.safeParse(text)
    if (!message.success) return
    if (!connection || !currentSession()) return setFailure('User not logged in.')
    setFailure(undefined)
    setText('')
    connection.outbox.send(chatId, message.data)
  }
  const write = (next: string) => {
    setText(next)
    if (next.trim() === '' || Date.now() - told.current < typingEveryMs) return
    told.current = Date.now()
    connection?.socket?.volatile.emit('typing', { chatId }, () => {})
  }
  return (
    <form
      data-composer
      className="flex flex-col gap-2 border-border border-t p-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex items-end gap-2">
        <textarea
          // On a phone the keyboard would cover what one came to read.
          ref={focusWithMouse}
          aria-label="Message"
          placeholder="Write a message…"
          rows={1}
          maxLength={longest}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            send()
          }}
          className={`${controlClass} field-sizing-content max-h-40 min-h-11 resize-none`}
        />
        <Button
          type="submit"
          className="shrink-0 whitespace-nowrap"
          disabled={text.trim() === ''}
          icon={<SendHorizontal size={20} aria-hidden />}
        >
          Send
        </Button>
      </div>
      {text.length > longest - 200 && (
        <p className="text-right text-muted text-xs">{longest - text.length} characters left</p>
      )}
      <FormError>{failure}</FormError>
    </form>
  )
}
