import { readMailSettings } from '#contract/accounts/mail-settings.ts'
import { useRead } from '#web/api/hooks.ts'
import { Card } from '#web/ui/card.tsx'
import { MailSetting } from './mail-setting.tsx'
import { PushSetting } from './push-setting.tsx'
import { usePush } from './use-push.ts'

export function AwayCard() {
  const mails = useRead(readMailSettings, {})
  const push = usePush({ enabled: mails.data?.canPush === true })
  const canMail = mails.data?.canSend === true
  if (!canMail && !push.isOffered) return null
  return (
    <Card title="When you are away">
      <p className="text-muted">
        About messages, offers, orders and problems that you haven’t seen yet.
      </p>
      {mails.data && canMail && <MailSetting settings={mails.data} />}
      {push.isOffered && <PushSetting push={push} />}
    </Card>
  )
}
