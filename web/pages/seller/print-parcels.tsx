import { ArrowLeft, Printer } from 'lucide-react'
import { useLocation, useSearchParams } from 'react-router'
import { formatCount } from '#contract/common/numbers.ts'
import { readParcels } from '#contract/orders/parcels.ts'
import { useRead } from '#web/api/hooks.ts'
import { useProfile } from '#web/features/account/use-profile.ts'
import { AddressLabels, labelsPerPage } from '#web/features/orders/parcels/address-labels.tsx'
import { PackingSlips } from '#web/features/orders/parcels/packing-slips.tsx'
import { senderOf, toParcels } from '#web/features/orders/parcels/parcels.ts'
import { privateMeta } from '#web/pages/page-meta.ts'
import { labelsPath, paths, slipsPath } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'

export const meta = privateMeta('Print')

/** Address labels or packing slips of the orders in the URL, to look at and print. */
export default function PrintParcels() {
  const isLabels = useLocation().pathname.endsWith('/labels')
  const orders = useSearchParams()[0].get('orders') ?? ''
  const ids = orders.split(',').filter(Boolean)
  const read = useRead(readParcels, { orders })
  const profile = useProfile('seller')
  const sender = profile.data && senderOf(profile.data)
  const left = ids.filter((id) => !read.data?.some(({ _id }) => _id === id)).length
  return (
    <div className="flex flex-col gap-4 print:block">
      <header className="flex flex-col gap-2 print:hidden">
        <TextLink to={paths.seller.orders} className="flex items-center gap-2 self-start">
          <ArrowLeft size={18} />
          All orders
        </TextLink>
        <h1 className="font-semibold text-2xl sm:text-3xl">
          {isLabels ? 'Address labels' : 'Packing slips'}
        </h1>
      </header>
      <QueryView
        query={{ ...read, data: profile.isLoading ? undefined : read.data }}
        skeletons={['h-40', 'h-40']}
        failed="Could not load the orders."
        emptyText="Nothing to print."
        emptyAction={<p className="text-muted">These orders no longer need sending.</p>}
      >
        {(found) => {
          const parcels = toParcels(found)
          return (
            <>
              <div className="flex flex-wrap items-center gap-2 print:hidden">
                <Button icon={<Printer />} onClick={() => window.print()}>
                  Print
                </Button>
                <LinkButton variant="plain" to={isLabels ? slipsPath(ids) : labelsPath(ids)}>
                  {isLabels ? 'Packing slips' : 'Address labels'}
                </LinkButton>
                <p className="text-muted">
                  {formatCount(parcels.length, 'parcel')}
                  {isLabels &&
                    `, ${formatCount(Math.ceil(parcels.length / labelsPerPage), 'A4 page')}`}
                </p>
              </div>
              {left > 0 && (
                <p role="status" className="text-muted print:hidden">
                  {left === 1
                    ? '1 order no longer needs sending, so it is left out.'
                    : `${left} orders no longer need sending, so they are left out.`}
                </p>
              )}
              {isLabels ? (
                <AddressLabels parcels={parcels} sender={sender} />
              ) : (
                <PackingSlips parcels={parcels} sender={sender} />
              )}
            </>
          )
        }}
      </QueryView>
    </div>
  )
}
