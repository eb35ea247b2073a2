import {
  ArrowRight,
  HandCoins,
  Library,
  MessageCircle,
  Repeat2,
  Search,
  UserPlus,
} from 'lucide-react'
import { Link } from 'react-router'
import { type Book, listBooks } from '#contract/books.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { pageContext } from '#web/api/page-context.ts'
import { pageData, passHeaders, preload } from '#web/api/preload.ts'
import { useLogin } from '#web/features/account/use-login.ts'
import { BookCard, BookCardSkeleton } from '#web/features/books/book-card.tsx'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { pageMeta } from '#web/pages/page-meta.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Badge, Empty, Loading } from '#web/ui/states.tsx'
import type { Route } from './+types/home'

const newest = { limit: 8 } as const

export async function loader({ context }: Route.LoaderArgs) {
  const { origin } = context.get(pageContext)
  // Without its books the page still stands; the browser asks for them again.
  const books = await preload(context, listBooks, newest).catch(() => undefined)
  return pageData({ origin, books }, { complete: books !== undefined })
}
export const headers = passHeaders
export const clientLoader = () => ({ origin: undefined, books: undefined })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: 'Dobara · Second-hand books in India: buy, rent, sell, exchange',
    description:
      'Buy, rent, sell and exchange second-hand books. Fair prices in rupees, straight from students, readers and shops. The best recycle is book recycle.',
    origin: loaderData?.origin,
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
    text: 'Prices you can compare with the original, and a prediction that tells what a copy is worth.',
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
  const openLogin = useLogin()
  const books = useReadPages(listBooks, newest, { initial: loaderData.books })
  return (
    <main id="main">
      <section className="overflow-hidden border-border border-b bg-sunken">
        <div className="mx-auto grid max-w-6xl items-center lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="flex flex-col gap-6 px-4 py-14 sm:py-20">
            <p className="font-medium text-primary">Second-hand books, once more</p>
            <h1 className="max-w-3xl font-semibold text-4xl leading-tight sm:text-6xl">
              The best recycle is book recycle.
            </h1>
            <p className="max-w-2xl text-lg text-muted">
              Our mission is to reduce book waste: every book that finds its next reader is one that
              needs no new paper. Buy, rent, sell or exchange, near you and at a fair price.
            </p>
            <search>
              <form action={paths.books} className="flex max-w-xl gap-2">
                <label className="sr-only" htmlFor="hero-search">
                  Search by title or author
                </label>
                <input
                  id="hero-search"
                  name="search"
                  type="search"
                  enterKeyHint="search"
                  placeholder="Search by title or author..."
                  className="min-h-12 w-full min-w-0 rounded-box border border-input bg-surface px-3 placeholder:text-muted max-[359px]:placeholder:text-sm sm:px-4"
                />
                <Button type="submit" icon={<Search size={20} aria-hidden />}>
                  <span className="sr-only sm:not-sr-only">Search</span>
                </Button>
              </form>
            </search>
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              <button
                type="button"
                className="min-h-11 font-medium text-primary underline underline-offset-4"
                onClick={() => openLogin('seller')}
              >
                Sell your books
              </button>
              <Link
                to={paths.about}
                className="flex min-h-11 items-center font-medium text-primary underline underline-offset-4"
              >
                What we stand for
              </Link>
            </div>
          </div>
          <CoverFan books={books.rows} />
        </div>
      </section>

      <div className="mx-auto flex max-w-6xl flex-col gap-16 px-4 py-14">
        <section aria-labelledby="promises">
          <h2 id="promises" className="sr-only">
            What we promise
          </h2>
          <ul className="grid gap-6 sm:grid-cols-3">
            {promises.map(({ icon: Icon, title, text }) => (
              <li key={title} className="flex flex-col gap-2 border-primary border-t-2 pt-4">
                <Icon className="text-primary" aria-hidden />
                <h3 className="font-semibold text-xl">{title}</h3>
                <p className="text-muted">{text}</p>
              </li>
            ))}
          </ul>
        </section>

        <NewestBooks books={books} />

        <section aria-labelledby="steps" className="flex flex-col gap-6">
          <h2 id="steps" className="font-semibold text-3xl">
            How it works
          </h2>
          <ol className="grid gap-6 sm:grid-cols-3">
            {steps.map(({ icon: Icon, title, text }, position) => (
              <li
                key={title}
                className="flex flex-col gap-2 rounded-box border border-border bg-surface p-5"
              >
                <span className="flex items-center gap-3">
                  <span className="flex size-9 items-center justify-center rounded-full bg-primary-soft font-semibold text-primary">
                    {position + 1}
                  </span>
                  <Icon className="text-primary" aria-hidden />
                </span>
                <h3 className="font-semibold text-lg">{title}</h3>
                <p className="text-muted">{text}</p>
              </li>
            ))}
          </ol>
        </section>
      </div>
    </main>
  )
}

const fan = [
  '-rotate-12 -translate-x-24 translate-y-4',
  'rotate-12 translate-x-24 translate-y-4',
  '',
] as const

/** Three of the newest covers, for the eye alone; where there is room for them. */
function CoverFan({ books }: { books: Book[] }) {
  const covers = books.filter((book) => book.images[0] !== undefined).slice(0, fan.length)
  if (covers.length < fan.length) return null
  return (
    <div aria-hidden className="relative hidden h-96 lg:block">
      {covers.map((book, place) => (
        <div key={book._id} className={`absolute inset-0 m-auto h-72 w-48 ${fan[place]}`}>
          <BookCover
            src={book.images[0]}
            sizes="192px"
            eager
            className="h-full w-full shadow-raised"
          />
        </div>
      ))}
    </div>
  )
}

function NewestBooks({ books }: { books: ReturnType<typeof useReadPages<typeof listBooks>> }) {
  return (
    <section aria-labelledby="newest" className="flex flex-col gap-6">
      <h2 id="newest" className="font-semibold text-3xl">
        Newly listed books
      </h2>
      {books.isPending ? (
        <Loading>
          <div className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-4">
            {['1', '2', '3', '4', '5', '6', '7', '8'].map((key) => (
              <BookCardSkeleton key={key} />
            ))}
          </div>
        </Loading>
      ) : books.rows.length === 0 ? (
        <Empty
          text="No books found."
          onRetry={books.isError ? () => void books.refetch() : undefined}
        />
      ) : (
        <ul className="grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-4">
          {books.rows.slice(0, newest.limit).map((book, position) => (
            <li key={book._id}>
              <BookCard book={book} author={false} eager={position < 4}>
                <p className="text-muted">{book.genre ?? book.branch}</p>
                <p className="pt-1">
                  <Badge tone={book.isRentable ? 'warning' : 'success'}>
                    {book.isRentable ? 'Rent / Buy' : 'Buy'}
                  </Badge>
                </p>
              </BookCard>
            </li>
          ))}
        </ul>
      )}
      <Link to={paths.books} className={buttonClass({}, 'self-center')}>
        View All Books
        <ArrowRight size={20} aria-hidden />
      </Link>
    </section>
  )
}
