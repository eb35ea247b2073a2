// `npm run search:eval` measures how well searches find the right titles. A person who didn't know
// how the search works labelled 200 questions with their right answers among 3,375 real titles. One
// half of the questions was used to tune the search, the other half was held out. `-- --misses`
// lists the failed questions of the first half, `-- --held` also those of the other half.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { isbn13 } from '#contract/books/isbn.ts'
import { titleKey } from '#contract/books/title-key.ts'
import { insertAccount } from '#server/accounts/store.ts'
import { orderMarket } from '#server/books/market/lists.ts'
import { searchText } from '#server/books/search/words/search-text.ts'
import { sumUpSearchWords } from '#server/books/search/words/terms.ts'
import { readCsv } from '#server/demo/catalogue.ts'
import type { Db } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/ids.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { readConfig } from '#server/platform/operations/config.ts'

/**
 * A title in the catalogue. For questions about one of its `subjects` it is a fair first result.
 */
type Title = {
  id: number
  title: string
  author: string
  isbn: string
  genre: string
  branch: string
  about: string
  subjects: string[]
}

const readTitles = (file: URL): Title[] =>
  readCsv(file).map(
    ({ id, title = '', author = '', isbn = '', genre = '', branch = '', about = '', ...more }) => ({
      id: Number(id),
      title,
      author,
      isbn,
      genre,
      branch,
      about,
      subjects: (more.subjects ?? '').split(' '),
    }),
  )

type Question = {
  half: 'tune' | 'held'
  kind: string
  question: string
  /** The ids of all titles that are right answers. */
  answers: number[]
  subject: string
}
/** The outcome of one question. `first` are the first three titles found. */
type Outcome = Question & { isRight: boolean; isEmpty: boolean; isOther: boolean; first: Title[] }

const targets = { right: 95, empty: 0, other: 0 }
const idOf = (title: number) => `00000000-0000-4000-8000-${String(title).padStart(12, '0')}`

async function fill(db: Db, titles: readonly Title[]): Promise<void> {
  const seller = newId()
  await insertAccount(db, {
    id: seller,
    person_id: newId(),
    role: 'seller',
    name: 'A Seller',
    email: 'seller@example.com',
    password_hash: '',
    seller_type: 'student',
  })
  for (let start = 0; start < titles.length; start += 500) {
    const books = titles.slice(start, start + 500).map(({ id, title, author, isbn, ...more }) => {
      const book = {
        title,
        author,
        branch: more.branch || 'Other',
        isbn: isbn13(isbn) ?? null,
        genre: more.genre || null,
        description: more.about || null,
      }
      return {
        ...book,
        id: idOf(id),
        seller_id: seller,
        book_type: 'old' as const,
        original_price: 50_000,
        price: 20_000,
        condition: 'good' as const,
        available: 1,
        title_key: titleKey(book),
        search_text: searchText(book),
      }
    })
    await db.insertInto('books').values(books).execute()
  }
  await sumUpSearchWords(db)
}

async function ask(db: Db, question: Question, titles: ReadonlyMap<number, Title>) {
  const { ids } = await orderMarket(db, { search: question.question, limit: 3 })
  const first = ids.flatMap((id) => titles.get(Number(id.slice(-12))) ?? [])
  const outcome: Outcome = {
    ...question,
    first,
    isRight: first.some(({ id }) => question.answers.includes(id)),
    isEmpty: first.length === 0,
    isOther: first[0] !== undefined && !first[0].subjects.includes(question.subject),
  }
  return outcome
}

const percent = (part: number, whole: number) => Math.round((1000 * part) / whole) / 10

function report(half: string, outcomes: readonly Outcome[]): void {
  const row = (of: readonly Outcome[]) => ({
    questions: of.length,
    'right among three, %': percent(of.filter(({ isRight }) => isRight).length, of.length),
    nothing: of.filter(({ isEmpty }) => isEmpty).length,
    'first of another subject': of.filter(({ isOther }) => isOther).length,
  })
  const kinds = Map.groupBy(outcomes, ({ kind }) => kind)
  console.log(
    `\n${half}, targets: right ≥ ${targets.right} %, nothing ${targets.empty}, other ${targets.other}`,
  )
  console.table({
    ...Object.fromEntries([...kinds].map(([kind, of]) => [kind, row(of)])),
    together: row(outcomes),
  })
}

function describeMiss(outcome: Outcome, titles: ReadonlyMap<number, Title>): string {
  const { kind, question, first, isRight, answers, subject } = outcome
  const short = (title: Title | undefined) => title?.title.slice(0, 40)
  const right = answers.slice(0, 3).map((id) => short(titles.get(id)))
  const found = first.map((title) => `${short(title)} [${title.subjects.join(' ')}]`)
  const miss = `${isRight ? 'other ' : 'missed'} ${kind}: '${question}'`
  return `${miss} (${subject}: ${right.join(' | ')}) → ${found.join(' | ')}`
}

const { values } = parseArgs({
  options: { misses: { type: 'boolean' }, held: { type: 'boolean' } },
})
const read = (file: string) => readFile(new URL(file, import.meta.url), 'utf8')
const titles = readTitles(new URL('titles.csv', import.meta.url))
const questions = JSON.parse(await read('questions.json')) as Question[]
const byId = new Map(titles.map((title) => [title.id, title]))
const folder = await mkdtemp(path.join(os.tmpdir(), 'dobara-search-'))
const database = await openDatabase(readConfig({ DATA_DIR: folder }))
try {
  await fill(database.db, titles)
  const outcomes: Outcome[] = []
  for (const question of questions) outcomes.push(await ask(database.db, question, byId))
  for (const half of ['tune', 'held'] as const) {
    const of = outcomes.filter((outcome) => outcome.half === half)
    report(half, of)
    if (values.misses && (half === 'tune' || values.held))
      for (const outcome of of)
        if (!outcome.isRight || outcome.isOther) console.log(describeMiss(outcome, byId))
  }
} finally {
  await database.close()
  await rm(folder, { recursive: true, force: true })
}
