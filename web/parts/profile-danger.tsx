import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Side } from '#contract/endpoint.ts'
import { messageOf } from '#web/data/client.ts'
import { useWrite } from '#web/data/hooks.ts'
import { useLive } from '#web/data/live.tsx'
import { discardOf } from '#web/data/outbox.ts'
import { accountCalls } from '#web/data/profile.ts'
import { currentSession, dropSession } from '#web/data/session.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Confirm } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toasts.tsx'

const words = {
  buyer: {
    question: 'Are you sure you want to delete your account? This action cannot be undone.',
    what: 'Your name, email, address and picture are erased. Sellers keep their orders and chats with you, without your name.',
  },
  seller: {
    question: 'Are you sure you want to delete your account?',
    what: 'Your name, email, phone and picture are erased, and your books leave the market. Buyers keep their orders and chats with you, without your name.',
  },
} as const

/** Leaving for good, after a question. */
export function ProfileDanger({ side }: { side: Side }) {
  const [asking, setAsking] = useState(false)
  const [failure, setFailure] = useState<string>()
  const navigate = useNavigate()
  const toast = useToast()
  const live = useLive()
  const remove = useWrite(accountCalls[side].remove, {
    onDone: ({ message }) => {
      toast({ text: message, kind: 'good' })
      // Under way before the session ends, so that the guard of this page sees it and doesn't ask for a login.
      void navigate(paths.home, { flushSync: true })
      const { userId } = currentSession() ?? {}
      if (userId !== undefined) discardOf(userId)
      dropSession()
    },
  })
  const run = async () => {
    setFailure(undefined)
    // The end of this page's own connection would come as news, maybe before the answer.
    live?.disconnect()
    try {
      await remove.run({})
    } catch (error) {
      live?.connect()
      setAsking(false)
      setFailure(messageOf(error, 'Failed to delete account.'))
    }
  }
  return (
    <Card title="Danger Zone" danger>
      <p className="text-quiet">{words[side].what}</p>
      <FormError>{failure}</FormError>
      <Button look="danger" className="self-start" icon={<Trash2 size={20} aria-hidden />} onClick={() => setAsking(true)}>
        Delete Account
      </Button>
      <Confirm
        open={asking}
        title={words[side].question}
        confirm="Delete"
        danger
        pending={remove.pending}
        onCancel={() => setAsking(false)}
        onConfirm={() => void run()}
      >
        {words[side].what}
      </Confirm>
    </Card>
  )
}
