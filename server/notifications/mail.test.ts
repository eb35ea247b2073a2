import { expect, test } from 'vitest'
import {
  confirmEmail,
  readNotificationSettings,
  sendMailCode,
  updateNotificationSettings,
} from '#contract/accounts/notifications.ts'
import { readUnreadCounts, sendMessage } from '#contract/chats.ts'
import { cancelOrder } from '#contract/orders/orders.ts'
import { makeHelper, makeShop } from '#server/accounts/shop-helpers/testing-shop-helpers.ts'
import { transact } from '#server/platform/database/database.ts'
import type { Mail } from '#server/platform/operations/mail.ts'
import {
  as,
  changeRow,
  makeAccount,
  makeChat,
  makeOrder,
  otherApp,
  type TestAccount,
  testApp,
} from '#server/testing.ts'
import { saveCode, sendMails } from './mail.ts'
import { insertNotifications } from './store.ts'

const minute = 60_000
const goOn = new AbortController().signal

async function mailApp() {
  const sent: Mail[] = []
  let passed = 0
  const now = () => new Date(Date.now() + passed)
  const { app, context } = await otherApp({ now, mail: async (mail) => void sent.push(mail) })
  const options = { app }
  return {
    app,
    sent,
    context,
    options,
    wait: (minutes: number) => {
      passed += minutes * minute
    },
    /** Returns the emails that the job now sends to the account. */
    run: async (account: TestAccount) => {
      sent.length = 0
      await sendMails(context, goOn)
      return sent.filter(({ to }) => to === account.email)
    },
    confirm: async (account: TestAccount) => {
      sent.length = 0
      await as(account).call(sendMailCode, {}, options)
      await context.jobs.idle()
      const code = /\d{6}/.exec(sent.find(({ to }) => to === account.email)?.text ?? '')?.[0] ?? ''
      return as(account).call(confirmEmail, { code }, options)
    },
    say: (from: TestAccount, chatId: string, message: string) =>
      as(from).call(sendMessage, { chatId, message }, options),
  }
}

test('a person who is away gets one email, and the next an hour later', async () => {
  const { options, say, run, wait, confirm } = await mailApp()
  const { buyer, seller, chatId } = await makeChat({
    buyer: await makeAccount('buyer', { name: 'Asha evil.com' }),
    book: { title: 'Godaan' },
  })
  await say(buyer, chatId, 'Before that')
  expect((await confirm(seller)).body.mail).toMatchObject({ isConfirmed: true, isOn: true })
  wait(1)
  await say(buyer, chatId, 'Call me at 98765 43210')
  await say(buyer, chatId, 'Is it free?')
  expect(await run(seller)).toEqual([])
  wait(16)
  const [first, ...others] = await run(seller)
  expect(others).toEqual([])
  expect(first?.subject).toBe('3 new messages at Dobara')
  expect(first?.text).toContain('- Asha evil. com, about “Godaan”: 3 new messages')
  expect(first?.text).not.toMatch(/98765|Is it free/)
  expect(first?.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  // Nothing is new, so there is no email. New messages wait for the rest of the hour.
  wait(70)
  expect(await run(seller)).toEqual([])
  await say(buyer, chatId, 'Hello?')
  wait(16)
  expect(await run(seller)).toMatchObject([{ subject: '4 new messages at Dobara' }])
  await say(buyer, chatId, 'Are you there?')
  wait(30)
  expect(await run(seller)).toEqual([])
  wait(31)
  expect(await run(seller)).toHaveLength(1)
  // Nobody with an unconfirmed address, and nobody who is active, gets an email.
  await say(seller, chatId, 'Yes')
  wait(16)
  expect(await run(buyer)).toEqual([])
  await confirm(buyer)
  wait(16)
  await say(seller, chatId, 'It is free')
  wait(14)
  await as(buyer).call(readUnreadCounts, {}, options)
  wait(10)
  expect(await run(buyer)).toEqual([])
  wait(6)
  expect(await run(buyer)).toHaveLength(1)
})

test('a helper who works in the shop doesn’t silence the owner’s emails', async () => {
  const { context, say, run, wait, confirm } = await mailApp()
  const { buyer, seller: owner, chatId } = await makeChat({ seller: await makeShop() })
  await confirm(owner)
  wait(1)
  await say(buyer, chatId, 'Is it free?')
  wait(16)
  const { helperId } = await makeHelper(owner)
  const sessions = context.db.updateTable('sessions').set({ used_at: context.now() })
  await sessions.where('helper_id', '=', helperId).execute()
  expect(await run(owner)).toHaveLength(1)
})

test('reports orders and notices, but not muted kinds and read ones', async () => {
  const { context, run, wait, confirm, options } = await mailApp()
  const { buyer, seller, orderId, chatId } = await makeOrder({ book: { title: 'Godaan' } })
  await confirm(buyer)
  await confirm(seller)
  wait(1)
  await as(buyer).call(cancelOrder, { orderId }, options)
  for (const kind of ['status', 'account'] as const)
    await insertNotifications(context.db, [seller.id], {
      kind,
      text: 'News',
      now: context.now(),
      ...(kind === 'status' && { chatId, orderId }),
    })
  wait(16)
  const [mail] = await run(seller)
  expect(mail?.subject).toBe('A new message at Dobara')
  expect(mail?.text).toContain(`- ${buyer.name}, about “Godaan”: a new message`)
  expect(mail?.text).toContain('- An answer about a problem with “Godaan”.\n')
  expect(mail?.text).toContain('- There is news about your account.\n')
  expect(mail?.text).not.toContain('Lake Road')
  expect(await run(buyer)).toEqual([])
})

test('two processes send one email, and a killed one doesn’t cause a second', async () => {
  const { say, wait, confirm, context, sent } = await mailApp()
  const { buyer, seller, chatId } = await makeChat()
  await confirm(seller)
  wait(1)
  await say(buyer, chatId, 'Is it free?')
  wait(16)
  sent.length = 0
  // On PostgreSQL the two runs are concurrent; PGlite has only one connection.
  await Promise.all([sendMails(context, goOn), sendMails(context, goOn)])
  expect(sent.filter(({ to }) => to === seller.email)).toHaveLength(1)
  await say(buyer, chatId, 'Hello?')
  wait(61)
  sent.length = 0
  const killed = AbortSignal.abort()
  await sendMails(context, killed)
  await sendMails(context, goOn)
  expect(sent.filter(({ to }) => to === seller.email)).toEqual([])
})

test('the link in an email switches emails off without a login, but only by POST', async () => {
  const { app, say, run, wait, confirm, options } = await mailApp()
  const { buyer, seller, chatId } = await makeChat()
  await confirm(seller)
  wait(1)
  await say(buyer, chatId, 'Is it free?')
  wait(16)
  const link = /<(.+)>/.exec((await run(seller))[0]?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
  const url = new URL(link).pathname
  const page = await app.inject({ url })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<form method="post"><button>Switch off emails</button></form>')
  const isOn = async () =>
    (await as(seller).call(readNotificationSettings, {}, options)).body.mail?.isOn
  expect(await isOn()).toBe(true)
  const oneClick = await app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(oneClick.body).toContain('Emails are switched off')
  expect(await isOn()).toBe(false)
  for (const method of ['GET', 'POST'] as const)
    expect((await app.inject({ method, url: '/api/mails/off/nobody' })).statusCode).toBe(404)
  await say(buyer, chatId, 'Hello?')
  wait(61)
  expect(await run(seller)).toEqual([])
  const { body } = await as(seller).call(updateNotificationSettings, { mail: true }, options)
  expect(body.mail).toMatchObject({ isConfirmed: true, isOn: true })
  // Calls to the server count as activity, so the next email must wait.
  wait(16)
  expect(await run(seller)).toHaveLength(1)
})

test('a code confirms only its email, with five attempts in fifteen minutes', async () => {
  const { context, options, wait, sent, confirm } = await mailApp()
  const [buyer, late] = [await makeAccount('buyer'), await makeAccount('buyer')]
  const tryCode = async (account: TestAccount, code: string) =>
    (await as(account).call(confirmEmail, { code }, options)).status
  const { code } = await transact(context.db, (db) =>
    saveCode(db, buyer.id, { now: context.now(), isLimited: false }),
  )
  const wrong = code === '123456' ? '654321' : '123456'
  for (let tries = 0; tries < 5; tries++) expect(await tryCode(buyer, wrong)).toBe(400)
  expect(await tryCode(buyer, code)).toBe(400)
  await as(late).call(sendMailCode, {}, options)
  await context.jobs.idle()
  wait(16)
  expect(await tryCode(late, /\d{6}/.exec(sent.at(-1)?.text ?? '')?.[0] ?? '')).toBe(400)
  expect((await confirm(buyer)).body.mail?.isConfirmed).toBe(true)
  await changeRow('accounts', buyer.id, { email: `new-${buyer.email}` })
  const { body } = await as(buyer).call(readNotificationSettings, {}, options)
  expect(body.mail?.isConfirmed).toBe(false)
  for (let sends = 0; sends < 4; sends++) await as(late).call(sendMailCode, {}, options)
  expect((await as(late).call(sendMailCode, {}, options)).error.code).toBe('too_many_codes')
})

test('without a mail server nothing is sent, and the settings don’t offer it', async () => {
  const buyer = await makeAccount('buyer')
  expect((await as(buyer).call(readNotificationSettings, {})).body).not.toHaveProperty('mail')
  expect((await as(buyer).call(sendMailCode, {})).error.code).toBe('no_mail')
  expect((await as(buyer).call(confirmEmail, { code: '12 34 56' })).error.code).toBe(
    'wrong_mail_code',
  )
  expect((await as(buyer).call(confirmEmail, { code: '12' })).error.code).toBe('malformed')
  expect((await testApp()).context.mail).toBeUndefined()
})
