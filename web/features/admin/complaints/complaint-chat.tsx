import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { readComplaintChat } from '#contract/admin/complaints.ts'
import type { Message } from '#contract/chats.ts'
import { useAction } from '#web/forms/use-action.ts'
import { RecentTime } from '#web/time.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ScrollBox } from '#web/ui/scroll-box.tsx'

type Props = { complaintId: string; reportedId: string | undefined }

/**
 * Loads the chat only when the admin asks for it, because each read is written to the audit log.
 */
export function ComplaintChat({ complaintId, reportedId }: Props) {
  const read = useAction(readComplaintChat, { failed: 'Failed to fetch chat.' })
  const [chat, setChat] = useState<{ messages: Message[]; hasMore: boolean }>()
  const load = async () => {
    const before = chat?.messages[0]?.number
    const page = await read.run({ id: complaintId, ...(before !== undefined && { before }) })
    if (page) setChat({ ...page, messages: [...page.messages, ...(chat?.messages ?? [])] })
  }
  return (
    <Card title="Their chat">
      {chat?.messages.length === 0 && <p className="text-muted">No messages.</p>}
      {chat?.hasMore && (
        <Button
          variant="plain"
          size="sm"
          className="self-center"
          pending={read.pending}
          onClick={() => void load()}
        >
          Earlier messages
        </Button>
      )}
      {chat && chat.messages.length > 0 && (
        <ScrollBox
          role="group"
          aria-label="The messages that are loaded"
          className="max-h-[28rem] overflow-y-auto"
        >
          <ol aria-label="Messages" className="flex flex-col gap-2">
            {chat.messages.map((message) => (
              <li
                key={message._id}
                className={`rounded-box border px-3 py-2
                ${message._id === reportedId ? 'border-danger bg-danger-soft' : 'border-border'}`}
              >
                <p className="text-muted text-sm">
                  {message.senderModel}, <RecentTime at={message.timestamp} />
                  {message._id === reportedId && ', reported'}
                </p>
                <p className="wrap-anywhere whitespace-pre-line">{message.message}</p>
              </li>
            ))}
          </ol>
        </ScrollBox>
      )}
      {!chat && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="plain"
            icon={<MessagesSquare />}
            pending={read.pending}
            onClick={() => void load()}
          >
            Read the chat
          </Button>
          <p className="text-muted text-sm">The audit log notes who read it, and when.</p>
        </div>
      )}
    </Card>
  )
}
