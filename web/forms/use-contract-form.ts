// Forms on the contract's schemas.
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
import type { CallResult, Endpoint, EndpointInput } from '#contract/endpoint.ts'
import { AppError } from '#contract/errors.ts'
import { messageOf } from '#web/api/client.ts'
import { useWrite } from '#web/api/hooks.ts'

/**
 * A form checked by the schema that the server checks with, once it is sent and from then on as one types; the first wrong
 * field is focused. Not when a field is left: the sentence would move the button away from under the press.
 */
export function useContractForm<In extends FieldValues, Out extends FieldValues>(
  schema: z.ZodType<Out, In>,
  options: Omit<UseFormProps<In, unknown, Out>, 'resolver'>,
) {
  return useForm<In, unknown, Out>({ ...options, resolver: zodResolver(schema) as never })
}

/**
 * Puts the fields that the server refused at their places in the form, and returns the sentence for the form as a
 * whole.
 */
export function showFormError<In extends FieldValues, Out extends FieldValues>(
  form: UseFormReturn<In, unknown, Out>,
  error: unknown,
  fallback: string,
): string {
  if (error instanceof AppError && error.fields) {
    const known = Object.entries(error.fields).filter(([name]) => name in form.getValues())
    for (const [position, [name, message]] of known.entries())
      form.setError(name as Path<In>, { type: 'server', message }, { shouldFocus: position === 0 })
  }
  return messageOf(error, fallback)
}

type Submit<Out, E extends Endpoint> = {
  /** What is asked, when it isn't the form's own values. */
  toAsk?: (values: Out) => EndpointInput<E>
  /** The sentence where the server said nothing. */
  fallback: (error: unknown) => string
  onDone: (answer: CallResult<E>) => void
}

/** The code of a refusal; undefined where the server refused nothing, or could not be reached. */
export const errorCodeOf = (error: unknown): AppError['code'] | undefined =>
  error instanceof AppError ? error.code : undefined

/** Sends a form through an endpoint: once at a time, with what was refused put in its places. */
export function useSubmit<In extends FieldValues, Out extends FieldValues, E extends Endpoint>(
  form: UseFormReturn<In, unknown, Out>,
  point: E,
  { toAsk, fallback, onDone }: Submit<Out, E>,
) {
  const write = useWrite(point)
  const [failed, setFailed] = useState<{ text: string; code: AppError['code'] | undefined }>()
  const submit = form.handleSubmit(async (values) => {
    setFailed(undefined)
    try {
      const answer = await write.run(
        toAsk ? toAsk(values) : (values as unknown as EndpointInput<E>),
      )
      if (answer !== undefined) onDone(answer)
    } catch (error) {
      setFailed({ text: showFormError(form, error, fallback(error)), code: errorCodeOf(error) })
    }
  })
  return {
    submit: () => void submit(),
    failure: failed?.text,
    code: failed?.code,
    pending: write.pending,
  }
}
