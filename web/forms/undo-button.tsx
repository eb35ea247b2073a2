import type { Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import type { AppError } from '#contract/common/error-catalog.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { getErrorCode } from './use-contract-form.ts'

type Props<E extends Endpoint> = {
  endpoint: E
  input: EndpointInput<E>
  /** The error that another try can't avoid. */
  final: AppError['code']
}

/** The action of a toast that undoes a change. If that fails, the toast about it has it again. */
export function UndoButton<E extends Endpoint>(props: Props<E>) {
  const toast = useToast()
  const { run } = useWrite(props.endpoint)
  const undo = () =>
    run(props.input).then(
      (result) => result && toast({ text: 'Undone.', kind: 'success' }),
      (error) =>
        toast({
          text: errorMessage(error, 'Could not undo.'),
          kind: 'error',
          ...(getErrorCode(error) !== props.final && { action: <UndoButton {...props} /> }),
        }),
    )
  return (
    <Button size="sm" variant="ghost" onClick={() => void undo()}>
      Undo
    </Button>
  )
}
