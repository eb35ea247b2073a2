import {
  ArrowRight,
  HandCoins,
  Library,
  MessageCircle,
  Repeat2,
  Search,
  UserPlus,
} from 'lucide-react'
import { listBooks } from '#contract/books/books.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { pageData, passHeaders, preload } from '#web/api/preload.ts'
import { BookCard, BookCardSkeletons } from '#web/features/books/book-card.tsx'
import { firstCovers } from '#web/features/books/limits.ts'
import { pageMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import { LinkButton } from '#web/ui/links.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import type { Route } from './+types/home'
import { HomeHero } from './home-hero.tsx'
import { IconList } from './icon-list.tsx'

const newestInput = { limit: 8 } as const

export async function loader({ context }: Route.LoaderArgs) {
  // The page works even if the books can't be loaded; the browser then loads them again.
  const books = await preload(context, listBooks, newestInput).catch(() => undefined)
  return pageData({ books }, { complete: books !== undefined })
}
export const headers = passHeaders
export const clientLoader = () => ({ books: undefined })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: 'Dobara · Second-hand books in India: buy, rent, sell, swap',
    description:
      'Buy, rent, sell and swap second-hand books. Fair prices in rupees, straight from ' +
      'students, readers and shops. The best recycle is book recycle.',
    matches,
    path: '/',
  })

const promises = [
  {
    icon: Library,
    title: 'Wide range of books',
    text: 'Textbooks, exam guides, novels and rare finds, from every branch and in many languages.',
  },
  {
    icon: Repeat2,
    title: 'Easy renting and buying',
    text: 'Keep a book for good, or rent it for as many days as the semester needs.',
  },
  {
    icon: HandCoins,
    title: 'Affordable prices',
    text: 'Prices you can compare with the original, and an estimate of what a used copy should sell for.',
  },
]

const steps = [
  {
    icon: UserPlus,
    title: 'Create an account',
    text: 'As a buyer or a seller. It takes a minute and costs nothing.',
  },
  {
    icon: Search,
    title: 'List or explore books',
    text: 'Put your shelf online with a few photos, or find what you are looking for.',
  },
  {
    icon: MessageCircle,
    title: 'Connect, chat and complete the order',
    text: 'Talk to each other, agree, and hand the book on.',
  },
]

export default function Home({ loaderData }: Route.ComponentProps) {
  const books = useReadPages(listBooks, newestInput, { initial: loaderData.books })
  return (
    <main id="main">
      <HomeHero books={books.rows} />
      <div className="mx-auto flex max-w-6xl flex-col gap-16 px-4 py-6 sm:py-10">
        <NewestBooks books={books} />
        <Promises />
        <Steps />
      </div>
    </main>
  )
}

function Promises() {
  return (
    <section aria-labelledby="promises">
      <h2 id="promises" className="sr-only">
        What we promise
      </h2>
      <IconList items={promises} />
    </section>
  )
}

function Steps() {
  return (
    <section aria-labelledby="steps" className="flex flex-col gap-6">
      <h2 id="steps" className="font-semibold text-3xl">
        How it works
      </h2>
      <ol className="grid gap-6 sm:grid-cols-3">
        {steps.map(({ icon: Icon, title, text }, index) => (
          <li
            key={title}
            className="flex flex-col gap-2 rounded-box border border-border bg-surface p-5"
          >
            <span className="flex items-center gap-3">
              <span
                className="flex size-9 items-center justify-center rounded-full
                bg-primary-soft font-semibold text-primary"
              >
                {index + 1}
              </span>
              <Icon size={24} className="text-primary" />
            </span>
            <h3 className="font-semibold text-lg">{title}</h3>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const gridClass = 'grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-4'

function NewestBooks({ books }: { books: ReturnType<typeof useReadPages<typeof listBooks>> }) {
  return (
    <section aria-labelledby="newest" className="flex flex-col gap-4 sm:gap-6">
      <h2 id="newest" className="font-semibold text-2xl sm:text-3xl">
        Newly listed books
      </h2>
      <QueryView
        query={{ ...books, data: books.data && books.rows.slice(0, newestInput.limit) }}
        loading={
          <div className={gridClass}>
            <BookCardSkeletons count={newestInput.limit} />
          </div>
        }
        emptyText="No books found."
        outdated={null}
      >
        {(rows) => (
          <ul className={gridClass}>
            {rows.map((book, index) => (
              <li key={book._id}>
                <BookCard
                  book={book}
                  subtitle={book.genre ?? book.branch}
                  sizes="(min-width: 640px) 240px, 32vw"
                  eager={index < firstCovers}
                >
                  <p className={book.isRentable ? 'text-accent-text' : 'text-primary'}>
                    {book.isRentable ? 'Rent / Buy' : 'Buy'}
                  </p>
                </BookCard>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <LinkButton to={paths.books} className="self-center">
        View All Books
        <ArrowRight />
      </LinkButton>
    </section>
  )
}
