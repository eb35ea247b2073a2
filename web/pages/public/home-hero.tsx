import { Search } from 'lucide-react'
import type { Book } from '#contract/books/books.ts'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

export function HomeHero({ books }: { books: Book[] }) {
  return (
    <section className="overflow-hidden border-border border-b bg-sunken">
      <div className="mx-auto grid max-w-6xl items-center lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex flex-col gap-4 px-4 py-6 sm:gap-6 sm:py-16">
          <h1 className="max-w-3xl font-semibold text-3xl leading-tight sm:text-6xl">
            The best recycle is book recycle.
          </h1>
          <p className="text-muted sm:text-lg">Our mission is to reduce book waste.</p>
          <HeroSearch />
        </div>
        <CoverFan books={books} />
      </div>
    </section>
  )
}

function HeroSearch() {
  return (
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
          className="min-h-12 w-full min-w-0 rounded-box border border-input bg-surface px-3
            placeholder:text-muted max-[359px]:placeholder:text-sm sm:px-4"
        />
        <Button type="submit" icon={<Search />}>
          <span className="sr-only sm:not-sr-only">Search</span>
        </Button>
      </form>
    </search>
  )
}

const coverPositions = [
  '-rotate-12 -translate-x-24 translate-y-4',
  'rotate-12 translate-x-24 translate-y-4',
  '',
] as const

/**
 * A decoration of three covers, from the first books that have one. The covers are lazy, so that
 * screens where they are hidden don't load them.
 */
function CoverFan({ books }: { books: Book[] }) {
  const covers = books
    .filter((book) => book.images[0] !== undefined)
    .slice(0, coverPositions.length)
  if (covers.length < coverPositions.length) return null
  return (
    <div aria-hidden className="relative hidden h-96 lg:block">
      {covers.map((book, index) => (
        <div
          key={book._id}
          className={`absolute inset-0 m-auto h-72 w-48 ${coverPositions[index]}`}
        >
          <BookCover src={book.images[0]} sizes="192px" className="h-full w-full shadow-raised" />
        </div>
      ))}
    </div>
  )
}
