// Codes of authenticator apps (TOTP, RFC 6238).
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/**
 * The values that authenticator apps expect. `window` isn't one of them: codes of this many periods
 * before and after the current one are accepted, for clocks that are slow or fast.
 */
const secondFactor = {
  secretBytes: 20,
  digits: 6,
  periodSeconds: 30,
  window: 1,
} as const

const totpOf = (secret: Uint8Array, label = '') =>
  new TOTP({
    issuer: 'Dobara',
    label,
    algorithm: 'SHA1',
    digits: secondFactor.digits,
    period: secondFactor.periodSeconds,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  })

export const newSecret = (): Buffer => randomBytes(secondFactor.secretBytes)

/** Returns the key as text, and the link for the QR code. */
export function describeSecret(secret: Uint8Array, email: string): { key: string; link: string } {
  const totp = totpOf(secret, email)
  return { key: totp.secret.base32, link: totp.toString() }
}

/**
 * Returns the number of a code's period, counted since 1970, or undefined for a wrong code.
 * Compares in constant time.
 */
export function findPeriod(secret: Uint8Array, code: string, now: Date): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d+$/.test(token) || token.length !== secondFactor.digits) return undefined
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token, timestamp, window: secondFactor.window })
  if (delta === null) return undefined
  return Math.floor(timestamp / 1000 / secondFactor.periodSeconds) + delta
}

export const codeAt = (secret: Uint8Array, now: Date): string =>
  totpOf(secret).generate({ timestamp: now.getTime() })
