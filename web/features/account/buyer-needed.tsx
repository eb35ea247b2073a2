import { paths } from '#web/paths.ts'
import { OpenAccount, SwitchAccount } from './switch-account.tsx'
import { useProfile } from './use-profile.ts'

/** For sellers who want to chat about another seller's book. They need a buyer account. */
export function BuyerNeeded({ bookId }: { bookId: string }) {
  const profile = useProfile('seller')
  if (profile.isPending) return null
  const hasNone = profile.data?.hasTwin === false
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-muted">
        Log in as a buyer to chat about this book.
        {hasNone && ' You have no buyer account yet; it has the same email and password.'}
      </p>
      {hasNone ? (
        <OpenAccount side="buyer" next={paths.book(bookId)} />
      ) : (
        <SwitchAccount side="buyer" next={paths.book(bookId)} />
      )}
    </div>
  )
}
