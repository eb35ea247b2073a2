// Detects conflicting edits of a resource by ETag and If-Match (RFC 9110, 13.1.1).
import type { Endpoint } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'

/** A handler's result for an editable resource. The version becomes the ETag. */
export class Versioned<T> {
  readonly value: T
  readonly version: number
  constructor(value: T, version: number) {
    this.value = value
    this.version = version
  }
}

export const etagOf = (version: number): string => `"${version}"`

/**
 * Returns the version in an If-Match header, or undefined if any version is accepted. Returns 0,
 * which no row has, for anything else, such as a list of ETags. Weak ETags count, because proxies
 * that compress responses make ETags weak, and a version doesn't depend on the encoding.
 */
export function expectedVersion(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  return Number(/^(?:W\/)?"(\d{1,9})"$/.exec(header.trim())?.[1] ?? 0)
}

export type HandlerFunction = (input: unknown, context: unknown) => Promise<unknown>

/** Adds the current value and its ETag to the handler's edited_meanwhile error. */
export function withCurrentValue(
  handler: HandlerFunction,
  findRead: () => { endpoint: Endpoint; handler: HandlerFunction } | undefined,
): HandlerFunction {
  return async (input, context) => {
    try {
      return await handler(input, context)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'edited_meanwhile') throw error
      const read = findRead()
      if (!read) throw error
      const current = (await read.handler(input, context)) as Versioned<unknown>
      throw new AppError('edited_meanwhile', {
        current: {
          value: read.endpoint.response.parse(current.value),
          etag: etagOf(current.version),
        },
      })
    }
  }
}
