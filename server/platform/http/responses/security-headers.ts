// Security headers for all responses. For pages, the policy also contains the hashes of their
// scripts.
import { createHash } from 'node:crypto'
import type { Config } from '#server/platform/operations/config.ts'

export type Headers = Readonly<Record<string, string>>

/**
 * The web app uses only two of the device's features: the position, and the camera to scan
 * barcodes. Many readers are minors, so advertisers must not learn their interests (topics).
 */
const permissions =
  'geolocation=(self), camera=(self), microphone=(), display-capture=(), payment=(), usb=(), serial=(), midi=(), browsing-topics=()'

/** Responses that aren't pages may not load anything, and may not be embedded. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/** For short pages that have inline styles and no scripts. */
export const plainPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const workerPolicy = "default-src 'self'; base-uri 'none'; frame-ancestors 'none'"

/** For the worker that reads barcodes, which is the only code that runs WebAssembly. */
export const barcodeWorkerPolicy = `${workerPolicy}; script-src 'self' 'wasm-unsafe-eval'`

const inlineScripts = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/**
 * Allows only a page's own scripts, by their hashes. A nonce would differ in each response, so
 * pages couldn't be cached. Inline styles are allowed, because Radix components and charts use
 * them.
 */
export function pagePolicy(html: string, isDev: boolean): string {
  const hashes = [...html.matchAll(inlineScripts)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'self'",
    ["script-src 'self'", ...new Set(hashes)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${isDev ? ' ws:' : ''}`,
    ...(isDev ? ["worker-src 'self' blob:"] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export const securityHeaders = ({ publicUrl }: Pick<Config, 'publicUrl'>): Headers => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': permissions,
  // Other windows get no reference to Dobara's windows, because no page talks to a window of
  // another site.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': dataPolicy,
  ...(publicUrl?.startsWith('https:') && {
    'strict-transport-security': 'max-age=31536000',
  }),
})
