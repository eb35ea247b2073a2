import { unblockPerson } from '#contract/accounts/account-blocks.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'

export function useUnblock({ id, name }: { id: string; name: string }) {
  const toast = useToast()
  const write = useWrite(unblockPerson)
  const unblock = async () => {
    try {
      if (await write.run({ id })) toast({ text: `${name} is unblocked.`, kind: 'success' })
    } catch (error) {
      toast({ text: errorMessage(error, `Failed to unblock ${name}.`), kind: 'error' })
    }
  }
  return { unblock, pending: write.pending }
}
