import { ProposedRings, useProposedRings } from '#web/features/exchanges/ring/proposed-rings.tsx'
import { GiveCopyButton } from '#web/features/listing/give-copy/give-copy-button.tsx'
import { Reservations } from '#web/features/reservations/reservations.tsx'
import { WantsScreen } from '#web/features/wants/wants-screen.tsx'

export const meta = () => [{ title: 'Wants · Dobara' }, { name: 'robots', content: 'noindex' }]

export default function SellerWants() {
  const { rings, isPending } = useProposedRings('seller')
  return (
    <WantsScreen
      give={<GiveCopyButton />}
      isFinding={isPending}
      found={
        <>
          <Reservations />
          <ProposedRings rings={rings} side="seller" />
        </>
      }
    />
  )
}
