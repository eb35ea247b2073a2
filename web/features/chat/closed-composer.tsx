import { unknownBuyer, unknownSeller } from '#contract/common/display-names.ts'
import { useUnblock } from '#web/features/complaints/use-unblock.ts'
import { Button } from '#web/ui/button.tsx'

type Props = { partner: { id: string; name: string }; isBlocked: boolean }

/**
 * Where the composer would be. It reads the same whether an admin or the other person has closed
 * the chat.
 */
export function ClosedComposer({ partner, isBlocked }: Props) {
  const { unblock, pending } = useUnblock(partner)
  const hasLeft = [unknownBuyer, unknownSeller].includes(partner.name)
  return (
    <div
      className="wrap-anywhere flex flex-wrap items-center justify-center gap-x-3 gap-y-1
        border-border border-t p-4 text-center text-muted"
    >
      {isBlocked ? (
        <>
          <p>You blocked {partner.name}.</p>
          <Button variant="plain" size="sm" pending={pending} onClick={() => void unblock()}>
            Unblock
          </Button>
        </>
      ) : (
        <p>
          {hasLeft
            ? 'This chat is closed for new messages.'
            : `You can’t write to ${partner.name} any more.`}
        </p>
      )}
    </div>
  )
}
