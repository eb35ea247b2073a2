import { expect, test } from 'vitest'
import { predictPrice } from '#contract/pricing.ts'
import { as, makePerson, testApp } from '#server/testing.ts'

const question = { condition: 'good' as const, publication_year: 2015, original_price: 500, pages: 300 }

test('everyone gets the same price, from numbers or from form texts', async () => {
  const { status, body } = await as().call(predictPrice, question)
  expect(status).toBe(200)
  expect(body.predicted_price).toBeGreaterThan(200)
  expect(body.predicted_price).toBeLessThan(305)
  for (const role of ['buyer', 'seller', 'admin'] as const)
    expect((await as(await makePerson(role)).call(predictPrice, question)).body).toEqual(body)
  const texts = { condition: 'good' as const, publication_year: '2015', original_price: '500.00', pages: '300' }
  expect((await as().call(predictPrice, texts)).body).toEqual(body)
})

test.each([
  [{ condition: undefined }, 'condition'],
  [{ condition: 'fair' }, 'condition'],
  [{ publication_year: 1899 }, 'publication_year'],
  [{ publication_year: new Date().getFullYear() + 2 }, 'publication_year'],
  [{ publication_year: '2015.5' }, 'publication_year'],
  [{ original_price: 0 }, 'original_price'],
  [{ original_price: 100_001 }, 'original_price'],
  [{ original_price: 10.005 }, 'original_price'],
  [{ original_price: '1e3' }, 'original_price'],
  [{ original_price: { $gt: 0 } }, 'original_price'],
  [{ pages: 0 }, 'pages'],
  [{ pages: 5001 }, 'pages'],
  [{ pages: null }, 'pages'],
])('%o is refused, with the sentence in `error` too', async (wrong, field) => {
  const { app } = await testApp()
  const answer = await app.inject({ method: 'POST', url: '/api/predict-price', payload: { ...question, ...wrong } })
  const body = answer.json()
  expect([answer.statusCode, Object.keys(body.fields)]).toEqual([400, [field]])
  expect(body.error).toBe(body.message)
})
