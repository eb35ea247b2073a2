import { expect, test } from 'vitest'
import { updateBuyerProfile, updateSellerProfile } from '#contract/accounts/accounts.ts'
import { switchRole } from '#contract/accounts/auth.ts'
import { listNotifications } from '#contract/accounts/notifications.ts'
import { makeMember, password } from '#server/accounts/testing-members.ts'
import { hashToken } from '#server/platform/http/viewer.ts'
import type { Mail } from '#server/platform/operations/mail.ts'
import { as, otherApp } from '#server/testing.ts'

async function makePerson(minutesAgo: number) {
  const mails: Mail[] = []
  const { app, context } = await otherApp({ mail: async (mail) => void mails.push(mail) })
  const member = await makeMember()
  await makeMember('seller', member)
  const { email } = member
  const buyer = (await member.logIn(password, { app })).body
  await context.db
    .updateTable('sessions')
    .set({ created_at: new Date(context.now().getTime() - minutesAgo * 60_000) })
    .where('token_hash', '=', hashToken(buyer.token))
    .execute()
  // Switching to the other account isn't a login.
  const seller = (await as(buyer).call(switchRole, {}, { app })).body
  mails.length = 0
  return {
    update: (input: object) => as(seller).call(updateSellerProfile, input, { app }),
    updateBuyer: (input: object) => as(buyer).call(updateBuyerProfile, input, { app }),
    notices: async () =>
      Promise.all(
        [buyer, seller].map(async (account) =>
          (await as(account).call(listNotifications, {}, { app })).body.map(({ text }) => text),
        ),
      ),
    mails: async () => {
      await context.jobs.idle()
      return mails.map(({ to, subject }) => [to === email, subject])
    },
  }
}

test('an old session can’t change the UPI ID or phone number without the password', async () => {
  const { update, updateBuyer, notices, mails } = await makePerson(11)
  const refused = await update({ upiId: 'thief@okaxis' })
  expect([refused.status, refused.error]).toEqual([
    403,
    {
      code: 'password_needed',
      message: 'Enter your password to change your UPI ID.',
      fields: { password: 'Enter your password to change your UPI ID.' },
    },
  ])
  expect((await updateBuyer({ phone: '9876543210' })).error.message).toBe(
    'Enter your password to change your phone number.',
  )
  const both = { phone: '9876543210', upiId: 'asha@okaxis' }
  expect((await update(both)).error.message).toBe(
    'Enter your password to change your phone number and UPI ID.',
  )
  expect((await update({ ...both, password: 'a guess' })).error.code).toBe('wrong_password')
  expect((await update({})).body.upiId).toBeUndefined()
  expect([await notices(), await mails()]).toEqual([[[], []], []])
  expect((await update({ ...both, password })).status).toBe(200)
  // Forms send all fields. Unchanged ones need no password.
  const again = await update({ ...both, name: 'Asha Patil' })
  expect([again.status, again.body.upiId]).toEqual([200, 'asha@okaxis'])
  const removed = await update({ upiId: '' })
  expect(removed.error.code).toBe('password_needed')
})

test('right after a login no password is needed, and the change is reported', async () => {
  const { update, notices, mails } = await makePerson(5)
  expect((await update({ name: 'Asha Patil' })).status).toBe(200)
  expect([await notices(), await mails()]).toEqual([[[], []], []])
  expect((await update({ upiId: 'asha@okaxis' })).status).toBe(200)
  const text = 'Your UPI ID was changed. If that wasn’t you, change your password.'
  expect(await notices()).toEqual([[text], [text]])
  expect(await mails()).toEqual([[true, 'Your UPI ID at Dobara was changed']])
})
