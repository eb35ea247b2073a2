// Codes of authenticator apps (TOTP, RFC 6238) and recovery codes.
import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { secondFactor } from '#server/accounts/policy.ts'
import { hashToken } from '#server/platform/http/viewer.ts'

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

/** The key as text, and as the link that a QR code carries. */
export function describeSecret(secret: Uint8Array, email: string): { key: string; link: string } {
  const totp = totpOf(secret, email)
  return { key: totp.secret.base32, link: totp.toString() }
}

/**
 * The period that a code belongs to, in periods since 1970, or undefined for a wrong one. Those
 * just before and after count too, for clocks that are off. Compares in constant time.
 */
export function findPeriod(secret: Uint8Array, code: string, now: Date): number | undefined {
  const token = code.replace(/\s/g, '')
  if (!/^\d+$/.test(token) || token.length !== secondFactor.digits) return undefined
  const timestamp = now.getTime()
  const delta = totpOf(secret).validate({ token, timestamp, window: secondFactor.window })
  if (delta === null) return undefined
  return Math.floor(timestamp / 1000 / secondFactor.periodSeconds) + delta
}

/** The code of a moment, as an app shows it. */
export const codeAt = (secret: Uint8Array, now: Date): string =>
  totpOf(secret).generate({ timestamp: now.getTime() })

// Without letters and digits that look like others: 32 characters, 5 bits each.
const alphabet = 'abcdefghjkmnpqrstuvwxyz023456789'

/** 120 random bits each, as 'abcd-efgh-jkmn-pqrs-tuvw-xyz2'. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: secondFactor.recoveryCodes }, () => {
    const letters = [...randomBytes(24)].map((byte) => alphabet[byte % alphabet.length]).join('')
    return (letters.match(/.{4}/g) ?? []).join('-')
  })

/** The hash that is kept of a recovery code, however it is typed. */
export const hashRecoveryCode = (code: string): string =>
  hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''))
