import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { inGivingOrder, ringSentence, shortName } from '#web/features/exchanges/ring/ring-texts.ts'
import { DrawnBook } from './drawn-book.tsx'
import { DrawnPerson } from './drawn-person.tsx'
import { type LegState, legStateOf, lookOf } from './leg-state.ts'
import { entrance, entranceClass } from './placing.ts'
import { drawingWidth, type RingLayout, ringLayout } from './ring-layout.ts'

/** Who gives what to whom and who pays, on a circle with oneself at the top. */
export function RingDrawing({ exchange }: { exchange: Exchange }) {
  const people = inGivingOrder(exchange)
  const layout = ringLayout(
    people.map(({ number }) => shortName(exchange, number)),
    exchange.payments.length > 0,
  )
  const legs = people.flatMap(({ number }, index) => {
    const leg = exchange.legs.find(({ from }) => from === number)
    const place = layout.legs[index]
    return leg && place ? [{ leg, place, state: legStateOf(exchange, leg), index }] : []
  })
  return (
    <div
      role="img"
      aria-label={ringSentence(exchange)}
      className="relative mx-auto w-full max-w-md"
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
        <DrawnBook key={leg.number} {...{ leg, place, state, index }} height={layout.height} />
      ))}
      {people.map((member, index) => (
        <DrawnPerson
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

type ArrowProps = { place: RingLayout['legs'][number]; state: LegState; index: number }

function Arrow({ place: { path, head }, state, index }: ArrowProps) {
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
        transform={head}
      />
    </g>
  )
}
