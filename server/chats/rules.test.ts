import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { enforceQuota } from '#server/platform/limits/quotas.ts'
import { chatActions, quotas, rejectForgedSender } from './rules.ts'

const alive = { status: 'active', deletedAt: null } as const
const blocked = { status: 'blocked', deletedAt: null } as const
const deleted = { status: 'active', deletedAt: new Date(0) } as const

test.each([
  ['seller', alive, 1, ['send', 'order']],
  ['seller', alive, 0, ['send']],
  ['seller', blocked, 1, []],
  ['seller', deleted, 1, []],
  ['buyer', alive, 1, ['send']],
  ['buyer', blocked, 1, []],
  ['buyer', deleted, 0, []],
] as const)('a %s facing %o with %i copies may %o', (side, other, available, moves) => {
  expect(chatActions(side, { other, available })).toEqual(moves)
})

test.each([
  [{}, false],
  [{ sender: 'me', senderModel: 'Buyer' }, false],
  [{ sender: 'ME', senderModel: 'buyer' }, false],
  [{ sender: 'you' }, true],
  [{ senderModel: 'Seller' }, true],
  [{ senderModel: 'System' }, true],
  [{ sender: 'me', senderModel: 'System' }, true],
])('a claim of %o is forged: %s', (claim, forged) => {
  const check = () => rejectForgedSender({ personId: 'me', side: 'buyer' }, claim)
  if (forged) expect(check).toThrow('You can only send messages as yourself.')
  else expect(check).not.toThrow()
})

test('one more than the limit is refused until the oldest that counts is old enough', () => {
  const now = new Date('2026-01-01T10:00:00Z')
  const { max, seconds } = quotas.messages
  const times = Array.from({ length: max }, (_, n) => new Date(now.getTime() - n * 1000))
  expect(() => enforceQuota(quotas.messages, times.slice(1), now)).not.toThrow()
  let refusal: unknown
  try {
    enforceQuota(quotas.messages, times, now)
  } catch (error) {
    refusal = error
  }
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject({ code: 'too_many_messages', retryAfter: seconds - (max - 1) })
})
