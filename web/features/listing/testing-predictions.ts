// Stubs the server's responses to a seller's price predictions.
import { beforeEach, vi } from 'vitest'
import type { PricePrediction } from '#contract/books/pricing.ts'
import { logInForEachTest } from '#web/testing-components.tsx'

type Question = Record<string, unknown>

export const failure = () =>
  Response.json({ code: 'internal', message: 'Something went wrong' }, { status: 500 })

export const prediction = (more: Partial<PricePrediction>) =>
  Response.json({
    predicted_price: 303.97,
    low: 260,
    high: 331,
    reasons: ['It has been read once.'],
    comparables: [],
    ...more,
  })

/** `answer` gives the response; tests may replace it. `asked` holds the requests so far. */
export const predictions = {
  answer: (_question: Question): Partial<PricePrediction> | Promise<Response> | Response => ({}),
  asked: [] as Question[],
}

/**
 * Logs in a seller for each test, and stubs the server. `other` is the response to other requests.
 */
export function stubPredictions(branches: readonly string[], other: unknown): void {
  logInForEachTest('seller')
  beforeEach(() => {
    predictions.answer = () => ({})
    predictions.asked = []
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      if (path.endsWith('/books/branches')) return Response.json({ branches, used: [] })
      if (!path.endsWith('/predict-price')) return Response.json(other)
      const question = JSON.parse(String(init?.body)) as Question
      predictions.asked.push(question)
      const answered = await predictions.answer(question)
      return answered instanceof Response ? answered : prediction(answered)
    })
  })
}
