import type { IncomingHttpHeaders } from 'node:http'

const isLoopback = (hostname: string): boolean =>
  /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/.test(hostname)

/**
 * Whether the page that connects is this market's own, and not another site's in the browser of
 * somebody who is logged in here. Programs that aren't browsers send no `Origin`, and may connect.
 * On one machine a page may come from another port, as that of a development server does.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  if (headers.origin === undefined) return true
  const page = URL.parse(headers.origin)
  if (!page) return false
  const { protocol, host, hostname, origin } = page
  const own = publicUrl === undefined ? undefined : new URL(publicUrl)
  if (origin === own?.origin) return true
  // Whether or not the proxy is trusted: a page of another site can set neither header.
  const names = `${headers.host ?? ''},${headers['x-forwarded-host'] ?? ''}`.split(',')
  const addresses = names.map((name) => URL.parse(`${protocol}//${name.trim()}`))
  if (addresses.some((address) => address?.host === host)) return true
  const served = own ?? addresses[0]
  return served != null && isLoopback(hostname) && isLoopback(served.hostname)
}
