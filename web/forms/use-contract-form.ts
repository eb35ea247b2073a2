import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import {
  type FieldValues,
  type Path,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import type { CallResult, Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'

/**
 * A form that is validated by the contract's schema on submit, and while typing after that. Not on
 * blur: an error that appears then would move the submit button away from under the pointer.
 */
export function useContractForm<In extends FieldValues, Out extends FieldValues>(
  schema: z.ZodType<Out, In>,
  options: Omit<UseFormProps<In, unknown, Out>, 'resolver'>,
) {
  return useForm<In, unknown, Out>({ ...options, resolver: zodResolver(schema) as never })
}

/** Shows the server's field errors at their fields; returns the sentence for the whole form. */
export function showFormError<In extends FieldValues, Out extends FieldValues>(
  form: UseFormReturn<In, unknown, Out>,
  error: unknown,
  fallback: string,
): string {
  if (error instanceof AppError && error.fields) {
    const fieldErrors = Object.entries(error.fields).filter(([name]) => name in form.getValues())
    for (const [index, [name, message]] of fieldErrors.entries())
      form.setError(name as Path<In>, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  return errorMessage(error, fallback)
}

type Submit<Out, E extends Endpoint> = {
  toInput?: (values: Out) => EndpointInput<E>
  fallback: (error: unknown) => string
  onDone: (result: CallResult<E>) => void
}

export const getErrorCode = (error: unknown): AppError['code'] | undefined =>
  error instanceof AppError ? error.code : undefined

export function useSubmit<In extends FieldValues, Out extends FieldValues, E extends Endpoint>(
  form: UseFormReturn<In, unknown, Out>,
  endpoint: E,
  { toInput, fallback, onDone }: Submit<Out, E>,
) {
  const write = useWrite(endpoint)
  const [failure, setFailure] = useState<{ text: string; code: AppError['code'] | undefined }>()
  const submit = form.handleSubmit(async (values) => {
    setFailure(undefined)
    try {
      const result = await write.run(
        toInput ? toInput(values) : (values as unknown as EndpointInput<E>),
      )
      if (result !== undefined) onDone(result)
    } catch (error) {
      setFailure({ text: showFormError(form, error, fallback(error)), code: getErrorCode(error) })
    }
  })
  return {
    submit: () => void submit(),
    failure: failure?.text,
    code: failure?.code,
    pending: write.pending,
  }
}
