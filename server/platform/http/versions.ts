// Two editors of one thing: ETag and If-Match (RFC 9110, 13.1.1).
import type { Endpoint } from '#contract/common/endpoint.ts'
import { AppError } from '#contract/common/errors.ts'
import type { ExpectedVersions } from '#server/platform/database/expected-versions.ts'

/** What a handler returns of a thing that can be edited: its version goes into the ETag. */
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
 * The versions of an If-Match header; undefined where any will do. A proxy that compresses makes an
 * ETag weak, which doesn't matter here: a version is one whatever its encoding.
 */
export function expectedVersions(header: string | undefined): ExpectedVersions {
  if (header === undefined || header.trim() === '*') return undefined
  return header
    .split(',')
    .map((tag) => Number(/^\s*(?:W\/)?"(\d{1,10})"\s*$/.exec(tag)?.[1] ?? 0))
    .filter((version) => version > 0 && version <= maxVersion)
}

type HandlerFunction = (input: unknown, context: unknown) => Promise<unknown>

/** Lets a change that was refused with edited_meanwhile carry what is stored now. */
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
