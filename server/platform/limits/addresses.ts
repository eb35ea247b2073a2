// The network address for which a request is counted.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'

/**
 * The address of the server's own requests while it renders a page. They have no limits, because
 * the page itself was counted. The address is random, so that no client can claim it.
 */
export const internalAddress = `self ${randomBytes(16).toString('hex')}`

/**
 * Returns an address without the port or the brackets that proxies add. IPv6 addresses are
 * truncated to 64 bits, because a household has all addresses with the same prefix.
 */
export function clientAddress({ ip }: { ip: string | undefined }): string {
  if (ip === internalAddress) return internalAddress
  const text = (ip?.trim() ?? '').replace(/^\[([^\]]*)\].*/, '$1').replace(/%.*$/, '')
  const bare = text.replace(/^([\d.]+):\d+$/, '$1')
  if (isIP(bare) === 4) return bare
  if (isIP(bare) === 0) return 'unknown'
  const address = ipaddr.process(bare)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()
}

/** Trusts only the nearest proxies, because entries of others in X-Forwarded-For can be forged. */
export const trustNearestProxies = (proxies: number) => (_address: string, hop: number) =>
  hop < proxies

export const clientAddressOf = (request: IncomingMessage, proxies: number): string =>
  clientAddress({ ip: proxyAddr(request, trustNearestProxies(proxies)) })
