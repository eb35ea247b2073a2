import { type BlockedPerson, listBlockedPeople } from '#contract/accounts/account-blocks.ts'
import { useReadPages } from '#web/api/hooks.ts'
import { useUnblock } from '#web/features/complaints/use-unblock.ts'
import { formatDate } from '#web/format.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadMore } from '#web/ui/loading/load-more.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'

export function BlockedPeople() {
  const people = useReadPages(listBlockedPeople, {})
  return (
    <>
      <p className="text-muted">You can block somebody from the menu of a chat.</p>
      <QueryView query={{ ...people, data: people.data && people.rows }} skeletons={['h-11']}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-muted">Nobody.</p>
          ) : (
            <>
              <ul className="flex flex-col divide-y divide-border">
                {rows.map((person) => (
                  <Row key={person._id} person={person} />
                ))}
              </ul>
              <LoadMore list={people} />
            </>
          )
        }
      </QueryView>
    </>
  )
}

function Row({ person }: { person: BlockedPerson }) {
  const { unblock, pending } = useUnblock({ id: person._id, name: person.name })
  return (
    <li className="flex items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{person.name}</p>
        <p className="text-muted text-sm">
          {person.role === 'seller' ? 'Seller' : 'Buyer'}, blocked on{' '}
          <time dateTime={person.blockedAt}>{formatDate(person.blockedAt)}</time>
        </p>
      </div>
      <Button
        variant="plain"
        size="sm"
        aria-label={`Unblock ${person.name}`}
        pending={pending}
        onClick={() => void unblock()}
      >
        Unblock
      </Button>
    </li>
  )
}
