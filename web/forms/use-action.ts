import type { CallResult, Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import { errorMessage, type OnProgress } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { useToast } from '#web/ui/overlays/toasts.tsx'

type Options<E extends Endpoint> = {
  failed: string
  onProgress?: OnProgress
  waits?: boolean
  done?: string | ((result: CallResult<E>) => string)
}

/**
 * Writes without a form or a question. A toast shows the result. Resolves to undefined after a
 * failure.
 */
export function useAction<E extends Endpoint>(
  endpoint: E,
  { failed, done, ...options }: Options<E>,
) {
  const toast = useToast()
  const write = useWrite(endpoint, options)
  const run = async (input: EndpointInput<E>): Promise<CallResult<E> | undefined> => {
    try {
      const result = await write.run(input)
      if (result !== undefined && done)
        toast({ text: typeof done === 'string' ? done : done(result), kind: 'success' })
      return result
    } catch (error) {
      toast({ text: errorMessage(error, failed), kind: 'error' })
      return undefined
    }
  }
  return { run, pending: write.pending }
}
