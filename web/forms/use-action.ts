import { useCallback, useRef } from 'react'
import type { CallResult, Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import { errorMessage, type OnProgress } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { UnreachableError } from '#web/api/read-response.ts'
import { type Toast, useToast } from '#web/ui/overlays/toasts.tsx'

/**
 * The text of the toast after a success, or a function that returns its text or the whole toast.
 */
export type Done<E extends Endpoint> = string | ((result: CallResult<E>) => string | Toast)

/** Returns a function that shows a toast about a successful write. */
export function useDoneToast<E extends Endpoint>(done: Done<E> | undefined) {
  const toast = useToast()
  return (result: CallResult<E>) => {
    if (!done) return
    const shown = typeof done === 'string' ? done : done(result)
    toast({ kind: 'success', ...(typeof shown === 'string' ? { text: shown } : shown) })
  }
}

type Options<E extends Endpoint> = {
  failed: string
  done?: Done<E>
  onProgress?: OnProgress
  waits?: boolean
}

/**
 * Returns a function that writes without a form or a question, and shows the result as a toast.
 * After a failure it resolves to undefined. The toast of a failure disappears with the next try.
 */
export function useAction<E extends Endpoint>(
  endpoint: E,
  { failed, done, ...options }: Options<E>,
) {
  const toast = useToast()
  const showDone = useDoneToast(done)
  const write = useWrite(endpoint, options)
  const failure = useRef<{ dismiss: () => void; unclear: boolean }>(undefined)
  const run = async (input: EndpointInput<E>): Promise<CallResult<E> | undefined> => {
    failure.current?.dismiss()
    try {
      const result = await write.run(input)
      if (result !== undefined) showDone(result)
      return result
    } catch (error) {
      const dismiss = toast({ text: errorMessage(error, failed), kind: 'error' })
      failure.current = { dismiss, unclear: error instanceof UnreachableError }
      return undefined
    }
  }
  /** Dismisses the toast of a write without a response, because it may have succeeded. */
  const dismissUnclear = useCallback(() => {
    if (failure.current?.unclear) failure.current.dismiss()
  }, [])
  return { run, pending: write.pending, dismissUnclear }
}
