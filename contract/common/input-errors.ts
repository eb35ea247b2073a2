import type { z } from 'zod'
import { AppError, type ErrorCode, errorCatalog } from './error-catalog.ts'

/** Returns the `error` option of a Zod schema whose failure has its own code. */
export const errorWithCode = (code: ErrorCode) => (issue: Record<string, unknown>) => {
  issue.params = { code }
  return errorCatalog[code][1]
}

const codeOf = (issue: z.core.$ZodIssue): ErrorCode | undefined =>
  'params' in issue ? (issue.params as { code?: ErrorCode } | undefined)?.code : undefined

const maxUnknownNamed = 20
const maxNameLength = 100

/**
 * Returns the error of a failed schema or of unknown fields. Message and code are those of the first
 * wrong field.
 */
export function inputError(
  error: Pick<z.ZodError, 'issues'> = { issues: [] },
  unknown: readonly string[] = [],
): AppError {
  const errorByField: Record<string, { code: ErrorCode; message: string }> = Object.create(null)
  for (const issue of error.issues) {
    const isNoObject = issue.path.length === 0 && issue.code === 'invalid_type'
    errorByField[issue.path.join('.') || 'body'] ??= isNoObject
      ? { code: 'unreadable', message: errorCatalog.unreadable[1] }
      : { code: codeOf(issue) ?? 'malformed', message: issue.message }
  }
  for (const path of unknown.slice(0, maxUnknownNamed)) {
    const name = path.slice(0, maxNameLength)
    errorByField[name] ??= { code: 'malformed', message: `Unknown field: ${name}.` }
  }
  const [first] = Object.values(errorByField)
  const fields = Object.fromEntries(
    Object.entries(errorByField).map(([name, { message }]) => [name, message]),
  )
  return new AppError(first?.code ?? 'malformed', { message: first?.message ?? '', fields })
}
