import { ProposedRings } from '#web/features/exchanges/ring/proposed-rings.tsx'
import { GiveCopyButton } from '#web/features/listing/give-copy/give-copy-button.tsx'
import { Reservations } from '#web/features/reservations/reservations.tsx'
import { WantsScreen } from '#web/features/wants/wants-screen.tsx'

export const meta = () => [{ title: 'Wants · Dobara' }, { name: 'robots', content: 'noindex' }]

export default function SellerWants() {
  return (
    <WantsScreen
      give={<GiveCopyButton />}
      found={
        <>
          <Reservations />
          <ProposedRings side="seller" />
        </>
      }
    />
  )
}
