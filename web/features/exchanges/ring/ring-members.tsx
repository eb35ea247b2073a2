import { Ban, Flag } from 'lucide-react'
import { useState } from 'react'
import type { Exchange } from '#contract/exchanges/exchanges.ts'
import { Rating } from '#web/features/books/rating.tsx'
import { BlockDialog } from '#web/features/complaints/block-dialog.tsx'
import { ReportDialog } from '#web/features/complaints/report-dialog.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { inGivingOrder } from './ring-texts.ts'

type Member = Exchange['members'][number]

/** The others, with their ratings as sellers, and what to do about somebody who is a nuisance. */
export function RingMembers({ exchange }: { exchange: Exchange }) {
  const others = inGivingOrder(exchange).filter(
    ({ number, account }) => number !== exchange.me && account !== undefined,
  )
  if (others.length === 0) return null
  return (
    <ul aria-label="The others in this ring" className="flex flex-col border-border border-t pt-2">
      {others.map((member) => (
        <li key={member.number} className="flex min-h-11 items-center gap-2">
          <span className="wrap-anywhere flex min-w-0 flex-1 flex-wrap items-center gap-x-2 text-sm">
            <span className="font-medium">{member.name}</span>
            <Ratings member={member} />
          </span>
          <MemberMenu member={member} isWaiting={exchange.status === 'proposed'} />
        </li>
      ))}
    </ul>
  )
}

const Ratings = ({ member: { ratings } }: { member: Member }) =>
  ratings?.average === undefined ? (
    <span className="whitespace-nowrap text-muted">no ratings yet</span>
  ) : (
    <Rating average={ratings.average} count={ratings.count} />
  )

function MemberMenu({ member, isWaiting }: { member: Member; isWaiting: boolean }) {
  const [dialog, setDialog] = useState<'report' | 'block'>()
  const { account: id = '', name } = member
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu
        small
        label={`More about ${name}`}
        className="-mr-2 text-muted"
        items={[
          {
            label: 'Report person',
            icon: <Flag size={18} aria-hidden />,
            onSelect: () => setDialog('report'),
          },
          {
            label: 'Block',
            icon: <Ban size={18} aria-hidden />,
            danger: true,
            onSelect: () => setDialog('block'),
          },
        ]}
      />
      {dialog === 'report' && (
        <ReportDialog subject="person" id={id} about={name} onClose={close} />
      )}
      {dialog === 'block' && (
        <BlockDialog
          {...{ id, name }}
          canUnblockHere={false}
          endsRing={isWaiting}
          onClose={close}
        />
      )}
    </>
  )
}
