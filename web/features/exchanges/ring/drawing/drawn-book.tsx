import { defaultOrderCover } from '#contract/books/photos.ts'
import type { ExchangeLeg } from '#contract/exchanges/exchange-legs.ts'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { type LegState, lookOf } from './leg-state.ts'
import { entrance, entranceClass, inPercent, placeAt } from './placing.ts'
import { coverWidth, drawingWidth, type RingLayout } from './ring-layout.ts'

/** Between the middle of a cover and its title, beside and below it. */
const titleOffset = { beside: coverWidth / 2 + 6, below: 38 }
const widthBelow = 150

/** Where a title is, and how much room it has up to the edge or near the middle. */
function titleBox({ cover, title, isRight }: RingLayout['legs'][number]) {
  if (title === 'below')
    return {
      at: { x: cover.x, y: cover.y + titleOffset.below },
      width: widthBelow,
      isBefore: false,
    }
  const isBefore = (title === 'inside') === isRight
  const x = cover.x + (isBefore ? -1 : 1) * titleOffset.beside
  const room =
    title === 'inside' ? Math.abs(x - drawingWidth / 2) - 3 : isBefore ? x : drawingWidth - x
  return { at: { x, y: cover.y }, width: room, isBefore }
}

/** Of one letter of a title in its usual size and in the small one, in units of the drawing. */
const letterWidths = { usual: 6, small: 5.1 }

/**
 * Where a long word may be broken, about as in English: between two consonants of two syllables.
 */
const syllableEnd =
  /(?<=\p{L}[aeiouy])(?!th|sh|ch|ph|wh|ck)([b-df-hj-np-tv-xz])(?=[b-df-hj-np-tv-xz][aeiouy])/giu

/** With soft hyphens in words that don't fit a line even in the small size. */
export const hyphenated = (title: string, width: number): string =>
  title.replaceAll(/[\p{L}\p{M}]+/gu, (word) =>
    word.length * letterWidths.small <= width ? word : word.replaceAll(syllableEnd, '$1\u00AD'),
  )

/** Smaller where a word is longer than its line: words aren't cut, if it can be helped. */
export function titleSize(title: string, width: number): keyof typeof letterWidths {
  const longest = Math.max(...title.split(/[\s-]+/).map(({ length }) => length))
  return longest * letterWidths.usual > width ? 'small' : 'usual'
}
const sizeClasses = {
  usual: 'text-[0.6875rem] sm:text-[0.8125rem]',
  small: 'text-[0.5938rem] sm:text-[0.75rem]',
}

type Props = {
  leg: ExchangeLeg
  place: RingLayout['legs'][number]
  state: LegState
  index: number
  height: number
}

/** The cover of a book on its way round, with its title and how far it has come. */
export function DrawnBook({ leg, place, state, index, height }: Props) {
  const { cover, title } = place
  const { at, width, isBefore } = titleBox(place)
  const shift = isBefore ? '-translate-x-full text-right' : ''
  const { label, icon: Icon, tone } = lookOf(state)
  return (
    <>
      <span
        className={`absolute -translate-1/2 ${entranceClass}`}
        style={{ ...placeAt(cover, height), width: inPercent(coverWidth), ...entrance(index) }}
      >
        <BookCover
          src={leg.book.images[0]}
          fallback={defaultOrderCover}
          sizes="48px"
          className={`w-full shadow-raised ring-3 ring-surface
            ${state === 'cancelled' ? 'grayscale' : ''}`}
        />
      </span>
      <span
        className={`absolute flex flex-col ${sizeClasses[titleSize(leg.book.title, width)]}
          leading-tight sm:leading-tight
          ${title === 'below' ? '-translate-x-1/2 text-center' : `-translate-y-1/2 ${shift}`}`}
        style={{ ...placeAt(at, height), width: inPercent(width) }}
      >
        <span
          className={`wrap-break-word hyphens-auto text-balance px-px
            ${title === 'below' || label ? 'line-clamp-2' : 'line-clamp-3'}`}
        >
          {hyphenated(leg.book.title, width)}
        </span>
        {label && (
          <span className={`whitespace-nowrap font-medium ${tone}`}>
            {Icon && <Icon size={12} className="mr-0.5 mb-px inline" aria-hidden />}
            {label}
          </span>
        )}
      </span>
    </>
  )
}
