// Detects conflicting edits of a resource by ETag and If-Match (RFC 9110, 13.1.1).
import type { Endpoint } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/error-catalog.ts'
import type { ExpectedVersions } from '#server/platform/database/expected-versions.ts'

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

const maxVersion = 2 ** 31 - 1

/**
 * Returns the versions in an If-Match header; undefined accepts any version. Weak ETags count,
 * because proxies that compress make ETags weak, and a version doesn't depend on the encoding.
 */
export function expectedVersions(header: string | undefined): ExpectedVersions {
  if (header === undefined || header.trim() === '*') return undefined
  return header
    .split(',')
    .map((tag) => Number(/^\s*(?:W\/)?"(\d{1,10})"\s*$/.exec(tag)?.[1] ?? 0))
    .filter((version) => version > 0 && version <= maxVersion)
}

type HandlerFunction = (input: unknown, context: unknown) => Promise<unknown>

/** Adds the current value and its ETag to the handler's edited_meanwhile error. */
export function withCurrentValue(
  handler: HandlerFunction,
  findRead: () => { endpoint: Endpoint; handler: HandlerFunction },
): HandlerFunction {
  return async (input, context) => {
    try {
      return await handler(input, context)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'edited_meanwhile') throw error
      const read = findRead()
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
