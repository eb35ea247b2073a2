import { Link, useSearchParams } from 'react-router'
import type { Book } from '#contract/books/books.ts'
import { conditionLabels } from '#contract/books/conditions.ts'
import { listTitleCopies } from '#contract/books/titles.ts'
import { sellerText, unknownSeller } from '#contract/common/display-names.ts'
import type { Page } from '#contract/common/endpoint.ts'
import { handOversText } from '#contract/common/hand-overs.ts'
import { formatCount } from '#contract/common/numbers.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { askingPrice } from '#web/features/books/asking-price.tsx'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { ExchangeTag } from '#web/features/books/exchange-tag.tsx'
import { PlaceLine } from '#web/features/places/place-line.tsx'
import { useUserLocation } from '#web/features/places/user-location.ts'
import { WhereAreYou } from '#web/features/places/where-are-you.tsx'
import { formatRupees, labelOf } from '#web/format.ts'
import { paths } from '#web/paths.ts'
import { Select } from '#web/ui/inputs/field.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { ListView } from '#web/ui/loading/list-view.tsx'

type Props = { titleId: string; name: string; initial: Page<Book> | undefined }

/** Lists all copies of a title on the market, the cheapest or the nearest first. */
export function TitleCopies({ titleId, name, initial }: Props) {
  const [params, setParams] = useSearchParams()
  const from = useUserLocation()?.from
  const isNear = params.get('sort') === 'near' && from !== undefined
  const copies = useReadPages(
    listTitleCopies,
    { id: titleId, ...(isNear && { sort: 'near', near: from }) },
    { initial: isNear ? undefined : initial, keepPrevious: true },
  )
  const setSort = (sort: string) =>
    setParams(sort === 'near' ? { sort } : {}, { replace: true, preventScrollReset: true })
  return (
    <section aria-labelledby="copies" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="copies" className="font-semibold text-2xl">
          Copies
        </h2>
        {copies.rows.length > 1 && (
          <div className="flex flex-wrap items-center gap-x-4">
            <WhereAreYou />
            {from !== undefined && (
              <div className="w-36">
                <Select
                  aria-label="Sort by"
                  value={isNear ? 'near' : 'price'}
                  onChange={(event) => setSort(event.target.value)}
                >
                  <option value="price">Cheapest</option>
                  <option value="near">Nearest</option>
                </Select>
              </div>
            )}
          </div>
        )}
      </div>
      <ListView
        list={copies}
        skeletons={['h-30', 'h-30', 'h-30', 'h-30']}
        className="grid gap-3 md:grid-cols-2"
        emptyText={
          copies.isError ? 'Failed to fetch books.' : 'Nobody is offering this book right now.'
        }
        emptyAction={
          <TextLink to={`${paths.books}?${new URLSearchParams({ search: name })}`}>
            Look for books like it
          </TextLink>
        }
      >
        {(rows) => (
          <ul className="grid gap-3 md:grid-cols-2">
            {rows.map((book) => (
              <li key={book._id}>
                <Copy book={book} />
              </li>
            ))}
          </ul>
        )}
      </ListView>
    </section>
  )
}

function Copy({ book }: { book: Book }) {
  const facts = [
    labelOf(conditionLabels, book.condition),
    ...(book.publication_year ? [`${book.publication_year}`] : []),
    ...(book.available > 1 ? [formatCount(book.available, 'copy', 'copies')] : []),
  ]
  const handOvers = handOversText(book.handOvers)
  return (
    <article
      className="group relative grid h-full grid-cols-[4rem_minmax(0,1fr)] gap-4 rounded-box border
        border-border bg-surface p-3"
    >
      <BookCover src={book.images[0]} sizes="64px" className="w-full" />
      <div className="wrap-anywhere flex min-w-0 flex-col gap-0.5 text-sm">
        <h3 className="font-sans font-semibold text-lg">
          <Link
            to={paths.book(book._id)}
            className="after:absolute after:inset-0 group-hover:text-primary"
          >
            {formatRupees(askingPrice(book))}
            <span className="sr-only">
              {' '}
              from {book.seller.name || unknownSeller}, {facts[0]}
            </span>
          </Link>
          {book.isRentable && book.rentPrice !== undefined && (
            <span className="ml-2 font-medium text-accent-text text-sm">
              or {formatRupees(book.rentPrice)} a day
            </span>
          )}
        </h3>
        <p>{facts.join(' · ')}</p>
        <p className="text-muted">{sellerText(book.seller)}</p>
        {book.place && <PlaceLine place={book.place} />}
        {handOvers && <p className="text-muted">{handOvers}</p>}
        <div className="empty:hidden">
          <ExchangeTag book={book} />
        </div>
      </div>
    </article>
  )
}
