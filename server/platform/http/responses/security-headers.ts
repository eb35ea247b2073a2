// What browsers are told to forbid, on every kind of answer. Pages add the hashes of their scripts.
import { createHash } from 'node:crypto'
import type { Config } from '#server/platform/operations/config.ts'

export type Headers = Readonly<Record<string, string>>

/** The web asks for a position, and for nothing else of a device. */
const permissions = [
  'geolocation=(self)',
  ...['camera', 'microphone', 'display-capture', 'payment', 'usb', 'serial', 'midi'].map(
    (feature) => `${feature}=()`,
  ),
  // Many who read here are minors: no advertiser learns what.
  'browsing-topics=()',
]

/** What isn't a page shows nothing and is shown nowhere. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/** A page of a few lines with its styles in it, and without scripts. */
export const plainPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export const docsPolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

export const workerPolicy = "default-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const inlineScripts = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/**
 * Of the scripts in a page, only those that it was rendered with run, by their hashes. A nonce would
 * be another in each response, which could then not be cached. Styles may stand in elements, because
 * the components of Radix and the charts set them so.
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
  'permissions-policy': permissions.join(', '),
  // No other window holds a handle on ours: nothing here opens another site and talks to it.
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': dataPolicy,
  ...(publicUrl?.startsWith('https:') && {
    'strict-transport-security': 'max-age=31536000',
  }),
})
