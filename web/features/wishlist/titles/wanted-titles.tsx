import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { listWants, maxWants } from '#contract/wishlist/wants.ts'
import { useRead } from '#web/api/hooks.ts'
import { QuickListingButton } from '#web/features/listing/quick-listing/quick-listing-button.tsx'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import { AddWantsDialog } from './add-wants-dialog.tsx'
import { useTitleInUrl } from './use-title-in-url.ts'
import { WantRow } from './want-row.tsx'

export const useWantedTitles = () => useRead(listWants, {}, { enabled: !!useSession() })

type Props = { read: ReturnType<typeof useWantedTitles>; emptyText: string }

/** The titles that the person wants. The list is the same for buyers and sellers. */
export function WantedTitles({ read, emptyText }: Props) {
  const asked = useTitleInUrl()
  const [isAdding, setAdding] = useState(false)
  const { wants = [], place, gives } = read.data ?? {}
  const add = () => setAdding(true)
  return (
    <section aria-labelledby="titles" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="titles" className="font-semibold text-2xl">
          Wanted titles
        </h2>
        <div
          className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>button]:flex-1
            max-sm:[&>button]:whitespace-nowrap max-sm:[&>button]:px-2"
        >
          <QuickListingButton />
          <Button icon={<Plus />} disabled={!read.data} onClick={add}>
            Add a book
          </Button>
        </div>
      </div>
      <p className="max-w-prose text-muted">
        Books you need or would swap for. First in line gets each copy. Names stay private.{' '}
        <TextLink to={paths.wanted}>What others want</TextLink>
      </p>
      {gives && <GivableBooks gives={gives} />}
      <QueryView
        query={read}
        skeletons={['h-32']}
        emptyText={read.data ? emptyText : 'Failed to load wanted titles.'}
        isEmpty={({ wants }) => wants.length === 0}
        emptyAction={
          <>
            <p className="max-w-prose text-muted">
              Add the books you need, one by one or a whole class at once. We’ll tell you when you
              can have one.
            </p>
            <Button variant="plain" onClick={add}>
              Add a book
            </Button>
          </>
        }
      >
        {() => (
          <>
            <p role="status" className="text-muted text-sm">
              {wants.length} of {maxWants}
            </p>
            <ul className="grid gap-3 lg:grid-cols-2">
              {wants.map((want) => (
                <li key={want._id}>
                  <WantRow want={want} place={place} />
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryView>
      {read.data && (isAdding || asked.title) && (
        <AddWantsDialog
          place={place}
          initial={asked.title}
          onClose={() => {
            setAdding(false)
            if (asked.title) asked.clear()
          }}
        />
      )}
    </section>
  )
}

type OwnBooks = NonNullable<ResponseOf<typeof listWants>['gives']>

/** Lists the person's books that are open to exchange. A person with none can't be in a ring. */
function GivableBooks({ gives: { total, books } }: { gives: OwnBooks }) {
  const session = useSession()
  const more = total - books.length
  return (
    <p className="wrap-anywhere max-w-prose">
      {total > 0 ? (
        <>
          You can give:{' '}
          {books.map(({ _id, title }, index) => (
            <span key={_id}>
              {index > 0 && ', '}
              <TextLink to={paths.book(_id)}>{title}</TextLink>
            </span>
          ))}
          {more > 0 && ` and ${more.toLocaleString('en-IN')} more`}.
        </>
      ) : (
        'Add a book you can give, and we’ll look for a swap.'
      )}
      {session?.role === 'seller' && (
        <TextLink to={paths.seller.books} className="ml-1">
          Manage Books
        </TextLink>
      )}
    </p>
  )
}
