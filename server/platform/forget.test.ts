// What was kept is forgotten as soon as it is no longer true: before anybody is told, and whatever happens after.
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { listBooks } from '#contract/books.ts'
import { endpoint, type Topic } from '#contract/endpoint.ts'
import { Refusal } from '#contract/errors.ts'
import { placeOrder } from '#contract/orders.ts'
import { as, makeChat, otherApp, testApp } from '#server/testing.ts'
import { answerError, createMount } from './route.ts'

const change = endpoint({
  method: 'POST',
  path: '/change',
  summary: 'Changes a book.',
  access: 'anyone',
  input: z.object({}),
  reply: z.object({}),
  changes: ['books'],
})

/** Mounts a write whose handler is `story`, and gives what is forgotten and said, in order, when it is called. */
async function record(
  story: (call: { commit: (work: () => Promise<unknown>) => Promise<unknown>; say: (what: string) => void }) => Promise<void>,
) {
  const { parts } = await testApp()
  const heard: string[] = []
  const app = fastify()
  app.setErrorHandler(answerError)
  const { mount } = await createMount(app, { ...parts, forget: (topics: readonly Topic[]) => heard.push(`forget ${topics}`) })
  mount(change, async (_, { commit }) => {
    await story({ commit, say: (what) => heard.push(what) })
    return {}
  })
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/change' })
  return [...heard, statusCode]
}

test('each commit forgets at once', async () => {
  expect(
    await record(async ({ commit, say }) => {
      await commit(async () => say('write'))
      say('tell')
      await commit(async () => say('write more'))
    }),
  ).toEqual(['write', 'forget books', 'tell', 'write more', 'forget books', 200])
})

test('what follows a commit may fail', async () => {
  expect(
    await record(async ({ commit }) => {
      await commit(async () => {})
      throw new Error('not told')
    }),
  ).toEqual(['forget books', 'forget books', 500])
})

test('a refused write has written nothing', async () => {
  expect(await record(({ commit }) => commit(() => Promise.reject(new Refusal('book_gone'))).then(() => {}))).toEqual([409])
})

test('a write without a commit, and one that failed half-way, are forgotten too', async () => {
  expect(await record(async ({ say }) => say('write'))).toEqual(['write', 'forget books', 200])
  expect(await record(() => Promise.reject(new Error('half')))).toEqual(['forget books', 500])
})

test('who hears of an order finds the book gone from the lists', async () => {
  const { app, parts } = await otherApp()
  const branch = `Branch ${Math.random()}`
  const { seller, chatId } = await makeChat({ book: { branch } })
  const listed = async () => (await as().call(listBooks, { branch, limit: 20 }, { app })).body.length
  expect(await listed()).toBe(1)
  const { tell } = parts.live
  const seen: Promise<unknown>[] = []
  parts.live.tell = (people, name, what, but) => {
    seen.push(listed().then((count) => `${name} ${count}`))
    tell(people, name, what, but)
  }
  const order = { chatId, orderType: 'purchase', deliveryAddress: '12 Lake Road, Pune', phoneNumber: '9876543210' }
  expect((await as(seller).call(placeOrder, order, { app })).status).toBe(201)
  expect(await Promise.all(seen)).toEqual(['receive_message 0', 'order_placed 0'])
})
