import { SendHorizontal } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { MessageText } from '#contract/chats.ts'
import { maxLength } from '#contract/common/limits.ts'
import { realSchema } from '#web/forms/real-schema.ts'
import type { Outbox } from '#web/realtime/outbox.ts'
import { useRealtimeSession } from '#web/realtime/realtime-provider.tsx'
import { deleteDraft, findDraft, saveDraft } from '#web/session/drafts.ts'
import { currentSession, currentWriter } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { isComposing } from '#web/ui/input-method.ts'
import { controlClass, FormError } from '#web/ui/inputs/field.tsx'

/** If fewer letters than this are left in a message, a warning appears. */
const lettersLeftWarning = 200

/** Lets other parts of the chat add to the message. */
export type Composer = { insert: (text: string) => void; focus: () => void }

type Props = {
  /** The name under which the draft is stored on the device. */
  draft: string
  fieldRef?: (field: HTMLTextAreaElement | null) => void
  /** Shown before the field. */
  start?: ((composer: Composer) => ReactNode) | undefined
  suggestions?: readonly string[]
  onType?: (text: string) => void
  onSend: (outbox: Outbox, text: string) => void
}

function useComposer({ draft, onType, onSend }: Props) {
  const connection = useRealtimeSession()
  const [writer] = useState(() => currentWriter() ?? '')
  const [text, setTextOnly] = useState(() => findDraft<string>(writer, draft) ?? '')
  const setText = (next: string) => {
    setTextOnly(next)
    if (next.trim() === '') deleteDraft(writer, draft)
    else saveDraft(writer, draft, next)
  }
  const [failure, setFailure] = useState<string>()
  const send = (words = text) => {
    const message = realSchema(MessageText).safeParse(words)
    if (!message.success) return setFailure(words.trim() && message.error.issues[0]?.message)
    if (!connection || !currentSession()) return setFailure('User not logged in.')
    setFailure(undefined)
    setText('')
    onSend(connection.outbox, message.data)
  }
  const changeText = (next: string) => {
    setText(next)
    setFailure(undefined)
    onType?.(next)
  }
  return { text, changeText, send, failure }
}

/** The field for writing messages. Enter sends, and Shift and Enter start a new line. */
export function MessageComposer(props: Props) {
  const { fieldRef, start, suggestions = [] } = props
  const { text, changeText, send, failure } = useComposer(props)
  const field = useRef<HTMLTextAreaElement>(null)
  const setField = useCallback(
    (element: HTMLTextAreaElement | null) => {
      field.current = element
      fieldRef?.(element)
    },
    [fieldRef],
  )
  return (
    <form
      method="post"
      data-composer
      className="flex flex-col gap-2 border-border border-t p-2 sm:p-3 typing:py-1"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {text === '' && suggestions.length > 0 && (
        <ul
          aria-label="Suggested messages"
          className="flex gap-2 overflow-x-auto *:shrink-0 sm:flex-wrap typing:hidden"
        >
          {suggestions.map((suggestion) => (
            <li key={suggestion}>
              <Button
                variant="plain"
                className="rounded-full text-left text-sm"
                onClick={() => send(suggestion)}
              >
                {suggestion}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-end gap-2">
        {start?.({
          insert: (added) => changeText(text.trim() === '' ? added : `${text.trimEnd()}\n${added}`),
          focus: () => field.current?.focus(),
        })}
        <textarea
          ref={setField}
          aria-label="Message"
          placeholder="Write a message…"
          rows={1}
          value={text}
          onChange={(event) => changeText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
            event.preventDefault()
            send()
          }}
          className={`${controlClass} field-sizing-content max-h-40 min-h-11 resize-none`}
        />
        <Button
          type="submit"
          className="shrink-0 whitespace-nowrap"
          disabled={text.trim() === ''}
          icon={<SendHorizontal />}
        >
          Send
        </Button>
      </div>
      {text.length > maxLength.message - lettersLeftWarning && (
        <p className="text-right text-muted text-xs">
          {text.length > maxLength.message
            ? `${text.length - maxLength.message} characters too many`
            : `${maxLength.message - text.length} characters left`}
        </p>
      )}
      <FormError>{failure}</FormError>
    </form>
  )
}
