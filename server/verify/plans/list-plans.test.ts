// Checks how PostgreSQL reads the rows for each endpoint when every table is large: by indexes, and
// not many more than are shown. Runs only on PostgreSQL, because filling PGlite takes too long.
import type { CompiledQuery } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpointUrl } from '#contract/common/endpoint.ts'
import { maxListedBooks } from '#server/books/limits.ts'
import { searchLimits } from '#server/books/search/testing-many-books.ts'
import { createPlanCheck, type PlanLimits } from '#server/platform/database/testing-plans.ts'
import { testApp } from '#server/testing.ts'
import { endpointName, endpoints } from '#server/testing-endpoints.ts'
import { fillMarket } from './testing-filled-market.ts'
import { type Question, questionsOf, withoutLists } from './testing-questions.ts'

/** Sorting may take a little more than 200 rows, because the largest page has 200 messages. */
const listLimits: PlanLimits = { ...searchLimits, maxSorted: 250 }

/** Endpoints that sort all books of one seller, by columns that have no index. */
const sortsOwnBooks = new Set(['GET /books/seller/books'])
const ownLimits: PlanLimits = { ...listLimits, maxSorted: maxListedBooks }

/** Endpoints that may read everything. (So may the hourly sitemap, which isn't an endpoint.) */
const exceptions: Record<string, string> = {
  'GET /wanted': 'sums up what everybody wants, once a minute for everybody',
  'GET /admin/pricing': 'reads the newest sales beside their predictions, for admins',
  'GET /admin/reviews': 'searches titles, names and reviews at once, for admins',
}

const lists = endpoints.filter(
  (endpoint) => endpoint.method === 'GET' && !withoutLists.test(endpointName(endpoint)),
)

/** Whether a statement counts a total of the admins' lists, which isn't checked. */
const isTotal = ({ sql }: CompiledQuery) =>
  /^\s*select count\(\*\)::integer as "count" from(?!.*\blimit\b)/s.test(sql)

let questions: Record<string, Question[]>
let checkPlans: Awaited<ReturnType<typeof createPlanCheck>>

/** Reads one page of a list. Returns the URL of the next page. */
async function read(url: string, by: Question['by']): Promise<string | undefined> {
  const { app } = await testApp()
  const headers = by ? { authorization: `Bearer ${by.token}` } : {}
  const { statusCode, body, ...response } = await app.inject({ url, headers })
  expect(statusCode, `${url}: ${body}`).toBe(200)
  return /<([^>]+)>; rel="next"/.exec(String(response.headers.link ?? ''))?.[1]
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('where every table is large', () => {
  beforeAll(async () => {
    const { context } = await testApp()
    questions = questionsOf(await fillMarket(context.db))
    checkPlans = await createPlanCheck(context.db)
    await context.jobs.idle()
  })

  test('every endpoint that reads has a question', () => {
    expect(lists.length).toBeGreaterThan(60)
    expect(Object.keys(questions).sort()).toEqual(lists.map(endpointName).sort())
  })

  test.each(lists.map((endpoint) => [endpointName(endpoint), endpoint] as const))(
    '%s reads little, and uses indexes',
    async (name, endpoint) => {
      const faults = new Set<string>()
      for (const { by, input } of questions[name] ?? []) {
        const isOfMarket = endpoint.access === 'anyone' || 'search' in input
        const usualLimits = isOfMarket ? searchLimits : listLimits
        const isOfAdmins = endpoint.path.startsWith('/admin/')
        const found = await checkPlans(
          async () => {
            const next = await read(`/api${endpointUrl(endpoint, input).path}`, by)
            if (next !== undefined) await read(next, by)
          },
          sortsOwnBooks.has(name) ? ownLimits : usualLimits,
          (statement) => !isOfAdmins || !isTotal(statement),
        )
        for (const fault of found) faults.add(`${JSON.stringify(input)} ${fault}`)
      }
      if (exceptions[name] === undefined) expect([...faults]).toEqual([])
      else expect([...faults], exceptions[name]).not.toEqual([])
    },
  )
})
