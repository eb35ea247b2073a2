import { Check, X } from 'lucide-react'
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { paidBy, shortName } from '#web/features/exchanges/ring/ring-texts.ts'
import { formatRupees } from '#web/format.ts'
import { inPercent, placeAt } from './placing.ts'
import { coverWidth, drawingWidth, maxNameWidth, type Point, personRadius } from './ring-layout.ts'

type Props = {
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

const ownClass = 'bg-primary text-on-primary'
const othersClass = 'border-2 border-primary bg-primary-soft text-primary'

/** Up to the book that stands in the middle below, where the person isn't there too. */
const nameWidth = ({ x }: Point): number => {
  const room = 2 * (Math.abs(x - drawingWidth / 2) - coverWidth / 2 - 4)
  return room > 0 ? Math.min(maxNameWidth, room) : maxNameWidth
}

/** Initials in a circle, the name, and what is paid or got in all. */
export function DrawnPerson({ exchange, member, point, height, isTop }: Props) {
  const isMe = member.number === exchange.me
  const paid = paidBy(exchange, member.number)
  const verb = paid > 0 ? 'pay' : 'get'
  const nameAt = { x: point.x, y: point.y + (isTop ? -1 : 1) * (personRadius + 4) }
  return (
    <>
      <span
        className={`absolute flex aspect-square -translate-1/2 items-center justify-center
          rounded-full font-semibold sm:text-lg
          ${isMe ? ownClass : othersClass}`}
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
