import { ProposedRings, useProposedRings } from '#web/features/exchanges/ring/proposed-rings.tsx'
import { GiveCopyButton } from '#web/features/listing/give-copy/give-copy-button.tsx'
import { Reservations } from '#web/features/reservations/reservations.tsx'
import { WantsScreen } from '#web/features/wants/wants-screen.tsx'
import { Guard } from '#web/layout/guards.tsx'

export const meta = () => [{ title: 'Wants · Dobara' }, { name: 'robots', content: 'noindex' }]

export default function BuyerWants() {
  const { rings, isPending } = useProposedRings('buyer')
  return (
    <Guard side="buyer">
      <main id="main" className="mx-auto w-full max-w-6xl px-4 py-8">
        <WantsScreen
          give={<GiveCopyButton />}
          isFinding={isPending}
          found={
            <>
              <Reservations />
              <ProposedRings rings={rings} side="buyer" />
            </>
          }
        />
      </main>
    </Guard>
  )
}
