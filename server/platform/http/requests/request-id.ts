import type { IncomingMessage } from 'node:http'
import { internalAddress } from '#server/platform/limits/addresses.ts'
import { logFields, newLogId } from '#server/platform/operations/log-fields.ts'

export const requestIdHeader = 'x-request-id'

const wellFormed = /^[\w.-]{8,64}$/

/**
 * Names each request. A proxy may have named it already; anybody else's name isn't taken. What the
 * server asks of itself for a page has the name of the page's request.
 */
export function createRequestIds(proxies: number): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    if (socket.remoteAddress === internalAddress) return logFields()?.requestId ?? newLogId()
    const given = proxies > 0 ? headers[requestIdHeader] : undefined
    return typeof given === 'string' && wellFormed.test(given) ? given : newLogId()
  }
}
