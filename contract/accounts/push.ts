import { z } from 'zod'
import { endpoint, sides } from '#contract/common/endpoint.ts'

/** Without `publicKey` there are no push messages: nothing should ask for them. */
export const PushSettings = z.object({
  publicKey: z.string().optional(),
  isOn: z.boolean(),
  showsNames: z.boolean(),
})
export type PushSettings = z.output<typeof PushSettings>

/** base64url of so many bytes. */
const bytes = (label: string, count: number) =>
  z
    .string({ error: `${label} is missing.` })
    .regex(/^[\w-]+=*$/, `${label} is base64url.`)
    .refine((text) => Math.floor((text.replace(/=+$/, '').length * 3) / 4) === count, {
      error: `${label} has ${count} bytes.`,
    })

export const readPushSettings = endpoint({
  method: 'GET',
  path: '/account/push',
  summary: 'Whether the browser of this session gets push messages, and the key to subscribe with.',
  access: sides,
  input: z.object({}),
  response: PushSettings,
  reads: ['accounts'],
})

export const subscribeToPush = endpoint({
  method: 'PUT',
  path: '/account/push',
  summary:
    'Sends push messages to the browser of this session until it logs out. `endpoint` must be at a known push service; with `showsNames` they name people and books.',
  access: sides,
  input: z.object({
    endpoint: z.string({ error: 'endpoint is missing.' }).max(1000, 'endpoint is too long.'),
    p256dh: bytes('p256dh', 65),
    auth: bytes('auth', 16),
    showsNames: z.boolean({ error: 'showsNames is true or false.' }),
  }),
  response: PushSettings,
  changes: ['accounts'],
})

export const unsubscribeFromPush = endpoint({
  method: 'DELETE',
  path: '/account/push',
  summary: 'Sends no more push messages to the browser of this session.',
  access: sides,
  input: z.object({}),
  response: PushSettings,
  changes: ['accounts'],
})
