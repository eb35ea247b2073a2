import type { Config } from '#server/platform/operations/config.ts'

export const securityHeaders = ({ publicUrl }: Config) => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(self), microphone=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(publicUrl?.startsWith('https:') && {
    'strict-transport-security': 'max-age=31536000',
  }),
})
