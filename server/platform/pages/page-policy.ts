import { createHash } from 'node:crypto'
import { scriptedPolicy } from '#server/platform/http/responses/security-headers.ts'

const inlineScripts = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g

/**
 * The Content-Security-Policy of a page: of the scripts in it, only those that it was rendered with
 * run, by their hashes. A nonce would be another in each response, which could then not be cached.
 */
export function pagePolicy(html: string, isDev: boolean): string {
  const hashes = [...html.matchAll(inlineScripts)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return scriptedPolicy([...new Set(hashes)], isDev)
}
