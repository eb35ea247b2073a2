import { Check, X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { defaultOrderCover } from '#contract/books/photos.ts'
import type { Exchange, ExchangeLeg } from '#contract/exchanges/exchanges.ts'
import { BookCover } from '#web/features/books/book-cover.tsx'
import { formatRupees } from '#web/format.ts'
import { type LegState, legStateOf, lookOf } from './leg-state.ts'
import {
  drawingWidth,
  type Point,
  personRadius,
  type RingLayout,
  ringLayout,
} from './ring-layout.ts'
import { inGivingOrder, paidBy, ringSentence, shortName } from './ring-texts.ts'

type Props = { exchange: Exchange; className?: string }

/** Who gives what to whom and who pays, on a circle with oneself at the top. */
export function RingDrawing({ exchange, className = '' }: Props) {
  const people = inGivingOrder(exchange)
  const layout = ringLayout(people.length, exchange.payments.length > 0)
  const legs = people.flatMap(({ number }, index) => {
    const leg = exchange.legs.find(({ from }) => from === number)
    const place = layout.legs[index]
    return leg && place ? [{ leg, place, state: legStateOf(exchange, leg), index }] : []
  })
  return (
    <div
      role="img"
      aria-label={ringSentence(exchange)}
      className={`relative mx-auto w-full max-w-md ${className}`}
      style={{ aspectRatio: `${drawingWidth} / ${layout.height}` }}
    >
      <svg
        viewBox={`0 0 ${drawingWidth} ${layout.height}`}
        className="absolute inset-0 size-full"
        aria-hidden
      >
        {legs.map(({ leg, place, state, index }) => (
          <Arrow key={leg.number} {...{ place, state, index }} />
        ))}
      </svg>
      {legs.map(({ leg, place, state, index }) => (
        <Book key={leg.number} {...{ leg, place, state, index }} height={layout.height} />
      ))}
      {people.map((member, index) => (
        <Person
          key={member.number}
          exchange={exchange}
          member={member}
          point={layout.people[index] ?? { x: 0, y: 0 }}
          height={layout.height}
          isTop={index === 0}
        />
      ))}
    </div>
  )
}

const placeAt = ({ x, y }: Point, height: number): CSSProperties => ({
  left: `${(x / drawingWidth) * 100}%`,
  top: `${(y / height) * 100}%`,
})
const inPercent = (width: number): string => `${(width / drawingWidth) * 100}%`

/** One after the other, as the books go round. */
const entranceClass = 'motion-safe:animate-[appear_400ms_ease-out_backwards]'
const entrance = (index: number): CSSProperties => ({ animationDelay: `${index * 90}ms` })

type LegProps = { place: RingLayout['legs'][number]; state: LegState; index: number }

function Arrow({ place: { path, head }, state, index }: LegProps) {
  const { stroke, dashes } = lookOf(state)
  return (
    <g className={`${entranceClass} ${stroke}`} style={entrance(index)}>
      <path
        d={path}
        className="stroke-primary-soft"
        fill="none"
        strokeWidth={16}
        strokeLinecap="round"
      />
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth={2.5}
        strokeLinecap="round"
        {...(dashes && { strokeDasharray: dashes })}
      />
      <path
        d="M-9 -6 L1 0 L-9 6"
        fill="none"
        stroke="currentColor"
        strokeWidth={2.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        transform={`translate(${head.x.toFixed(1)} ${head.y.toFixed(1)}) rotate(${head.degrees.toFixed(1)})`}
      />
    </g>
  )
}

const coverWidth = 38
/** Between the middle of a cover and its title, beside and below it. */
const titleOffset = { beside: coverWidth / 2 + 7, below: 38 }
const widthBelow = 150
const maxNameWidth = 104

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
  return { at: { x, y: cover.y }, width: room - 2, isBefore }
}

function Book({
  leg,
  place,
  state,
  index,
  height,
}: LegProps & { leg: ExchangeLeg; height: number }) {
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
        className={`absolute flex flex-col text-[0.6875rem] leading-tight sm:text-[0.8125rem] sm:leading-tight
          ${title === 'below' ? '-translate-x-1/2 text-center' : `-translate-y-1/2 ${shift}`}`}
        style={{ ...placeAt(at, height), width: inPercent(width) }}
      >
        <span
          className={`wrap-anywhere hyphens-auto text-balance px-px
            ${title === 'below' || label ? 'line-clamp-2' : 'line-clamp-3'}`}
        >
          {leg.book.title}
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

type PersonProps = {
  exchange: Exchange
  member: Exchange['members'][number]
  point: Point
  height: number
  isTop: boolean
}

const initials = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()

/** Up to the book that stands in the middle below, where the person isn't there too. */
const nameWidth = ({ x }: Point): number => {
  const room = 2 * (Math.abs(x - drawingWidth / 2) - coverWidth / 2 - 4)
  return room > 0 ? Math.min(maxNameWidth, room) : maxNameWidth
}

function Person({ exchange, member, point, height, isTop }: PersonProps) {
  const isMe = member.number === exchange.me
  const paid = paidBy(exchange, member.number)
  const verb = paid > 0 ? 'pay' : 'get'
  const nameAt = { x: point.x, y: point.y + (isTop ? -1 : 1) * (personRadius + 4) }
  return (
    <>
      <span
        className={`absolute flex aspect-square -translate-1/2 items-center justify-center
          rounded-full font-semibold sm:text-lg
          ${isMe ? 'bg-primary text-on-primary' : 'border-2 border-primary bg-primary-soft text-primary'}`}
        style={{ ...placeAt(point, height), width: inPercent(2 * personRadius) }}
      >
        {isMe ? 'You' : initials(member.name) || '?'}
        {member.answer && <Answer answer={member.answer} />}
      </span>
      <span
        className={`absolute flex -translate-x-1/2 flex-col items-center leading-tight
          ${isTop ? '-translate-y-full' : ''}`}
        style={{ ...placeAt(nameAt, height), width: inPercent(nameWidth(point)) }}
      >
        {!isMe && (
          <span className="max-w-full truncate bg-surface font-semibold text-sm sm:text-base">
            {shortName(exchange, member.number)}
          </span>
        )}
        {paid !== 0 && (
          <span className="whitespace-nowrap bg-surface font-medium text-accent-text text-xs sm:text-sm">
            {isMe ? verb : `${verb}s`} {formatRupees(Math.abs(paid))}
          </span>
        )}
      </span>
    </>
  )
}

function Answer({ answer }: { answer: 'accepted' | 'declined' }) {
  const Icon = answer === 'accepted' ? Check : X
  return (
    <span
      className={`absolute -right-1 -bottom-1 flex size-5 items-center justify-center rounded-full
        ring-2 ring-surface ${answer === 'accepted' ? 'bg-primary text-on-primary' : 'bg-danger text-on-danger'}`}
    >
      <Icon size={14} strokeWidth={3} aria-hidden />
    </span>
  )
}
