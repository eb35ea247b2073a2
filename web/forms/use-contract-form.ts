import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import {
  type FieldValues,
  type Path,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import type { CallResult, Endpoint, EndpointInput } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import { realSchema } from './real-schema.ts'
import { type Done, useDoneToast } from './use-action.ts'

/**
 * A form that is validated by the contract's schema on submit, and then while typing. It doesn't
 * validate on blur: an error that appears at that moment would move the submit button away from the
 * pointer.
 */
export function useContractForm<In extends FieldValues, Out extends FieldValues>(
  schema: z.ZodType<Out, In>,
  options: Omit<UseFormProps<In, unknown, Out>, 'resolver'>,
) {
  return useForm<In, unknown, Out>({
    ...options,
    resolver: zodResolver(realSchema(schema)) as never,
  })
}

/** Shows the server's field errors at their fields. Returns the message for the whole form. */
export function showFormError<In extends FieldValues, Out extends FieldValues>(
  form: UseFormReturn<In, unknown, Out>,
  error: unknown,
  fallback: string,
): string {
  if (error instanceof AppError && error.fields) {
    const fieldErrors = Object.entries(error.fields).filter(
      ([name]) => name in form.getValues() || form.getValues(name as Path<In>) !== undefined,
    )
    for (const [index, [name, message]] of fieldErrors.entries())
      form.setError(name as Path<In>, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  return errorMessage(error, fallback)
}

type Submit<Out, E extends Endpoint> = {
  toInput?: (values: Out) => EndpointInput<E>
  /** Writes again with the password if the server needs it. */
  withPassword?: <R>(write: (secret: { password?: string }) => Promise<R>) => Promise<R>
  fallback: string | ((error: unknown) => string)
  done?: Done<E>
  onDone?: (result: CallResult<E>) => void
  /** The result of `useEdit`, for data that others may change at the same time. */
  edit?: {
    save: <R>(write: (shown: unknown, etag?: string) => Promise<R>) => Promise<R | undefined>
    isReading: boolean
  }
}

export const getErrorCode = (error: unknown): AppError['code'] | undefined =>
  error instanceof AppError ? error.code : undefined

export function useSubmit<In extends FieldValues, Out extends FieldValues, E extends Endpoint>(
  form: UseFormReturn<In, unknown, Out>,
  endpoint: E,
  { toInput, withPassword, fallback, done, onDone, edit }: Submit<Out, E>,
) {
  const write = useWrite(endpoint)
  const showDone = useDoneToast(done)
  const [failure, setFailure] = useState<{ text: string; code: AppError['code'] | undefined }>()
  const isRunning = useRef(false)
  const run = (input: EndpointInput<E>, etag?: string) =>
    withPassword
      ? withPassword((secret) => write.run({ ...input, ...secret }, etag))
      : write.run(input, etag)
  const submit = form.handleSubmit(async (values) => {
    if (isRunning.current) return
    isRunning.current = true
    setFailure(undefined)
    try {
      const input = toInput ? toInput(values) : (values as unknown as EndpointInput<E>)
      const result = await (edit ? edit.save((_, etag) => run(input, etag)) : run(input))
      if (result === undefined) return
      showDone(result, input)
      onDone?.(result)
    } catch (error) {
      const otherwise = typeof fallback === 'string' ? fallback : fallback(error)
      setFailure({ text: showFormError(form, error, otherwise), code: getErrorCode(error) })
    } finally {
      isRunning.current = false
    }
  })
  return {
    submit: () => void submit(),
    failure: failure?.text,
    code: failure?.code,
    pending: write.pending || edit?.isReading === true,
  }
}
