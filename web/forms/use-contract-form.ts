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
import { AppError, type FieldErrors } from '#contract/common/error-catalog.ts'
import { errorMessage } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'
import type { Session } from '#web/session/session.ts'
import { realSchema } from './real-schema.ts'
import { showFieldErrors } from './show-field-errors.ts'
import { type Done, useDoneToast } from './use-action.ts'

/**
 * A form that the contract's schema validates on submit, and after that while typing. It doesn't
 * validate on blur, because an error that appears then would move the submit button away from the
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

export const getErrorCode = (error: unknown): AppError['code'] | undefined =>
  error instanceof AppError ? error.code : undefined

type Failure = {
  text: string
  code?: AppError['code'] | undefined
  /** The server's errors by field, including fields that aren't in the form. */
  fields?: FieldErrors | undefined
}

/** Errors of single fields, and one for the whole form. */
export type FormErrors = { alert?: Failure | undefined; fields: FieldErrors }

type Submit<Out, E extends Endpoint, Shown> = {
  /** Checks a form that has no schema. */
  validate?: (values: Out) => FormErrors
  /** `shown` is the stored version that the form shows, if there is an `edit`. */
  toInput?: (values: Out, shown: Shown) => EndpointInput<E> | Promise<EndpointInput<E>>
  /** Runs `write`, and runs it again with the password if the server needs one. */
  withPassword?: <R>(write: (secret: { password?: string }) => Promise<R>) => Promise<R>
  fallback: string | ((error: unknown) => string)
  done?: Done<E>
  onDone?: (result: CallResult<E>) => void
  /** The result of `useEdit`, for data that others may change at the same time. */
  edit?: {
    save: <R>(write: (shown: Shown, etag?: string) => Promise<R>) => Promise<R | undefined>
  }
  /** Whether to report the progress of an upload. */
  uploads?: boolean
  sessionOf?: () => Session | undefined
}

export function useSubmit<
  In extends FieldValues,
  Out extends FieldValues,
  E extends Endpoint,
  Shown = undefined,
>(
  form: UseFormReturn<In, unknown, Out>,
  endpoint: E,
  { validate, fallback, done, onDone, uploads = false, ...options }: Submit<Out, E, Shown>,
) {
  const { toInput, edit, withPassword = (write) => write({}), sessionOf } = options
  const [progress, setProgress] = useState<number>()
  const onProgress = uploads ? setProgress : undefined
  const write = useWrite(endpoint, { onProgress, ...(sessionOf && { sessionOf }) })
  const showDone = useDoneToast(done)
  const [failure, setFailure] = useState<Failure>()
  const isRunning = useRef(false)
  /** Shows the errors. Returns whether there are any. */
  const showErrors = ({ alert, fields }: FormErrors): boolean => {
    setFailure(alert)
    return showFieldErrors(form, fields) || alert !== undefined
  }
  const send = async (values: Out, shown: Shown, etag?: string) => {
    const input = toInput ? await toInput(values, shown) : (values as unknown as EndpointInput<E>)
    return withPassword((secret) => write.run({ ...input, ...secret }, etag))
  }
  const submit = form.handleSubmit(async (values) => {
    if (isRunning.current || (validate && showErrors(validate(values)))) return
    isRunning.current = true
    setFailure(undefined)
    onProgress?.(0)
    try {
      const result = await (edit
        ? edit.save((shown, etag) => send(values, shown, etag))
        : send(values, undefined as Shown))
      if (result === undefined) return
      showDone(result)
      onDone?.(result)
    } catch (error) {
      const otherwise = typeof fallback === 'string' ? fallback : fallback(error)
      setFailure({
        text: showFormError(form, error, otherwise),
        code: getErrorCode(error),
        fields: error instanceof AppError ? error.fields : undefined,
      })
    } finally {
      isRunning.current = false
      setProgress(undefined)
    }
  })
  return {
    submit: () => {
      // Clears errors from `validate`, which would keep the form from being submitted.
      if (validate) form.clearErrors()
      void submit()
    },
    failure: failure?.text,
    code: failure?.code,
    fields: failure?.fields,
    pending: form.formState.isSubmitting,
    progress,
    showErrors,
    clearFailure: () => setFailure(undefined),
  }
}
