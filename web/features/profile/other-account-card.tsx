import type { Side } from '#contract/common/endpoint.ts'
import { OpenAccount, SwitchAccount } from '#web/features/account/switch-account.tsx'
import { landingPaths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'

const texts = {
  buyer: {
    title: 'Your buyer account',
    open: 'Looking for books too? Open a buyer account with the same email.',
  },
  seller: {
    title: 'Your seller account',
    open: 'Sell or rent out the books you have read: open a seller account with the same email.',
  },
} as const

export function OtherAccountCard({
  side,
  hasOtherAccount,
}: {
  side: Side
  hasOtherAccount: boolean
}) {
  return (
    <Card title={texts[side].title}>
      <p className="text-muted">
        {hasOtherAccount
          ? `You also have a ${side} account. You can switch to it without logging in again.`
          : texts[side].open}
      </p>
      <div className="flex flex-col items-start gap-3">
        {hasOtherAccount ? (
          <SwitchAccount side={side} to={landingPaths[side]} variant="plain" />
        ) : (
          <OpenAccount side={side} />
        )}
      </div>
    </Card>
  )
}
