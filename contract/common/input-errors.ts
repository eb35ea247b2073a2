import type { z } from 'zod'
import { AppError, type ErrorCode, errorCatalog } from './error-catalog.ts'

/** Returns the `error` option of a Zod schema whose failure has its own code. */
export const errorWithCode = (code: ErrorCode) => (issue: Record<string, unknown>) => {
  issue.params = { code }
  return errorCatalog[code][1]
}

const codeOf = (issue: z.core.$ZodIssue): ErrorCode | undefined =>
  'params' in issue ? (issue.params as { code?: ErrorCode } | undefined)?.code : undefined

/** Returns the error of a failed schema. Message and code are those of the first wrong field. */
export function inputError(error: z.ZodError): AppError {
  const errorByField: Record<string, { code: ErrorCode; message: string }> = {}
  for (const issue of error.issues) {
    const isNoObject = issue.path.length === 0 && issue.code === 'invalid_type'
    errorByField[issue.path.join('.') || 'body'] ??= isNoObject
      ? { code: 'unreadable', message: errorCatalog.unreadable[1] }
      : { code: codeOf(issue) ?? 'malformed', message: issue.message }
  }
  const [first] = Object.values(errorByField)
  const fields = Object.fromEntries(
    Object.entries(errorByField).map(([name, { message }]) => [name, message]),
  )
  return new AppError(first?.code ?? 'malformed', { message: first?.message ?? '', fields })
}
