// Forms on the contract's schemas.
import { zodResolver } from '@hookform/resolvers/zod'
import { type FieldValues, type Path, type UseFormProps, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Refusal } from '#contract/errors.ts'
import { messageOf } from '#web/data/client.ts'

/** A form checked by the schema that the server checks with; the first wrong field is focused. */
export function useContractForm<In extends FieldValues, Out extends FieldValues>(
  schema: z.ZodType<Out, In>,
  options: Omit<UseFormProps<In, unknown, Out>, 'resolver'>,
) {
  return useForm<In, unknown, Out>({ mode: 'onTouched', ...options, resolver: zodResolver(schema) as never })
}

/**
 * Puts the fields that the server refused at their places in the form, and returns the sentence for the form as a
 * whole.
 */
export function placeRefusal<In extends FieldValues, Out extends FieldValues>(
  form: UseFormReturn<In, unknown, Out>,
  error: unknown,
  fallback: string,
): string {
  if (error instanceof Refusal && error.fields) {
    const known = Object.entries(error.fields).filter(([name]) => name in form.getValues())
    for (const [position, [name, message]] of known.entries())
      form.setError(name as Path<In>, { type: 'server', message }, { shouldFocus: position === 0 })
  }
  return messageOf(error, fallback)
}
