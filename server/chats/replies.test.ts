import { expect, test } from 'vitest'
import { deleteSellerAccount, exportAccount } from '#contract/accounts/accounts.ts'
import { changeReply, deleteReply, listSavedReplies, saveReply } from '#contract/saved-replies.ts'
import { as, makeAccount, type TestAccount, testApp } from '#server/testing.ts'

const save = (by: TestAccount, text: string) => as(by).call(saveReply, { text })
const textsOf = async (by: TestAccount) =>
  (await as(by).call(listSavedReplies, {})).body.replies.map(({ text }) => text)
const canOf = async (by: TestAccount) => (await as(by).call(listSavedReplies, {})).body.can

test('a seller saves, changes and deletes up to five replies', async () => {
  const seller = await makeAccount('seller')
  const texts = [
    'Yes, it is.',
    'हाँ, मिलेगी।',
    'Sunday, 5 pm 📚',
    'Line one\nLine two',
    "' or true --",
  ]
  for (const text of texts) {
    expect(await canOf(seller)).toEqual(['save'])
    expect((await save(seller, text)).body.text).toBe(text)
  }
  expect(await canOf(seller)).toEqual([])
  expect(await textsOf(seller)).toEqual(texts)
  expect((await save(seller, 'A sixth')).error.code).toBe('too_many_replies')
  const [first] = (await as(seller).call(listSavedReplies, {})).body.replies
  const replyId = first?._id ?? ''
  expect((await as(seller).call(changeReply, { replyId, text: 'Sorry, sold.' })).status).toBe(200)
  expect(await textsOf(seller)).toEqual(['Sorry, sold.', ...texts.slice(1)])
  expect((await as(seller).call(deleteReply, { replyId })).status).toBe(200)
  expect((await as(seller).call(deleteReply, { replyId })).error.code).toBe('reply_not_found')
  expect((await save(seller, 'The last')).status).toBe(201)
  expect(await textsOf(seller)).toEqual([...texts.slice(1), 'The last'])
  for (const text of ['', '   ', 'x'.repeat(2001)])
    expect((await save(seller, text)).error.fields?.text).toBeDefined()
})

test('eight replies at the same time become five', async () => {
  const seller = await makeAccount('seller')
  const saved = await Promise.all(Array.from({ length: 8 }, (_, n) => save(seller, `Reply ${n}`)))
  expect(saved.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(await textsOf(seller)).toHaveLength(5)
})

test('a repeated request saves a reply once', async () => {
  const seller = await makeAccount('seller')
  const headers = { 'idempotency-key': 'the same reply' }
  for (let n = 0; n < 2; n++)
    expect((await as(seller).call(saveReply, { text: 'Yes.' }, { headers })).status).toBe(201)
  expect(await textsOf(seller)).toEqual(['Yes.'])
})

test('saved replies are exported, and deleted with the account', async () => {
  const seller = await makeAccount('seller')
  await save(seller, 'Yes, it is.')
  expect((await as(seller).call(exportAccount, {})).body.savedReplies).toMatchObject([
    { text: 'Yes, it is.' },
  ])
  const deleted = await as(seller).call(deleteSellerAccount, {})
  expect(deleted.status).toBe(200)
  const { db } = (await testApp()).context
  const left = db.selectFrom('saved_replies').select('id').where('account_id', '=', seller.id)
  expect(await left.execute()).toEqual([])
})
