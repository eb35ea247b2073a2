import { unblockPerson } from '#contract/accounts/account-blocks.ts'
import { useAction } from '#web/forms/use-action.ts'

export function useUnblock({ id, name }: { id: string; name: string }) {
  const { run, pending } = useAction(unblockPerson, {
    failed: `Failed to unblock ${name}.`,
    done: `${name} is unblocked.`,
  })
  return { unblock: () => run({ id }), pending }
}
