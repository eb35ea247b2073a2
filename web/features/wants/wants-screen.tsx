import { HandHeart, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { listWants, maxWants, removeWant, type Want } from '#contract/wishlist/wants.ts'
import { errorMessage } from '#web/api/client.ts'
import { useRead, useWrite } from '#web/api/hooks.ts'
import { useTitleInUrl } from '#web/features/wants/titles/use-title-in-url.ts'
import { paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/loading/empty-state.tsx'
import { InlineLoadError } from '#web/ui/loading/load-error.tsx'
import { Loading, Skeleton } from '#web/ui/loading/loading.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'
import { useToast } from '#web/ui/overlays/toasts.tsx'
import { AddWantsDialog } from './add-wants-dialog.tsx'
import { EditWantDialog } from './edit-want-dialog.tsx'
import { GivenLine } from './given-line.tsx'
import { ringEndsText } from './ring-ends.ts'
import { WantRow } from './want-row.tsx'

type Props = {
  /** How they open a copy to exchange. */
  give: ReactNode
  /** What was found for them so far, above their list; both come at once, so that nothing moves. */
  found: ReactNode
  isFinding: boolean
}

/** What the person wants, the same in both areas. */
export function WantsScreen({ give, found, isFinding }: Props) {
  const session = useSession()
  const read = useRead(listWants, {}, { enabled: !!session })
  const asked = useTitleInUrl()
  const [isAdding, setAdding] = useState(false)
  const [editing, setEditing] = useState<Want>()
  const [removing, setRemoving] = useState<Want>()
  const isLoading = read.isPending || isFinding
  const { wants = [], place } = read.data ?? {}
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-col gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="font-semibold text-3xl">Wants</h1>
          <div
            className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>button]:flex-1
              max-sm:[&>button]:whitespace-nowrap max-sm:[&>button]:px-2"
          >
            {give}
            <Button
              icon={<Plus size={20} aria-hidden />}
              disabled={!read.data}
              onClick={() => setAdding(true)}
            >
              Add a want
            </Button>
          </div>
        </div>
        <p className="max-w-prose text-muted">
          Books that you would take for yours. Only you see this list; others see how many people
          want a title.{' '}
          <Link to={paths.wanted} className="text-primary underline">
            What others want
          </Link>
        </p>
      </header>
      {isLoading ? (
        <Skeleton className="h-6 max-w-prose" />
      ) : (
        <GivenLine gives={read.data?.gives} />
      )}
      {/* Mounted from the start: mounting it later would read all of this anew. */}
      <div hidden={isLoading} className="contents">
        {found}
      </div>
      <List
        read={read}
        isPending={isLoading}
        wants={wants}
        onEdit={setEditing}
        onRemove={setRemoving}
        onAdd={() => setAdding(true)}
      />
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
      {editing && (
        <EditWantDialog
          key={editing._id}
          want={editing}
          place={place}
          onClose={() => setEditing(undefined)}
        />
      )}
      {removing && <RemoveWant want={removing} onClose={() => setRemoving(undefined)} />}
    </div>
  )
}

type ListProps = {
  read: Pick<ReturnType<typeof useRead<typeof listWants>>, 'isError' | 'data' | 'refetch'>
  isPending: boolean
  wants: readonly Want[]
  onAdd: () => void
  onEdit: (want: Want) => void
  onRemove: (want: Want) => void
}

function List({ read, isPending, wants, onAdd, onEdit, onRemove }: ListProps) {
  const retry = () => void read.refetch()
  if (isPending)
    return (
      <Loading text="Loading wants..." showsText>
        <div className={gridClass}>
          <Skeleton className="h-32" />
          <Skeleton className="h-32" />
          <Skeleton className="h-32" />
        </div>
      </Loading>
    )
  if (!read.data) return <EmptyState text="Failed to load wants." onRetry={retry} />
  if (wants.length === 0)
    return (
      <EmptyState
        icon={<HandHeart size={40} strokeWidth={1.5} aria-hidden />}
        text="You want nothing yet."
        onRetry={read.isError ? retry : undefined}
        action={
          <>
            <p className="max-w-prose text-muted">
              Add the books you need, one by one or a whole class at once. Then open copies of yours
              to exchange, so that others can take them.
            </p>
            <Button variant="plain" onClick={onAdd}>
              Add a want
            </Button>
          </>
        }
      />
    )
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-muted text-sm">
        {wants.length} of {maxWants}
      </p>
      {read.isError && <InlineLoadError onRetry={retry} />}
      <ul className={gridClass}>
        {wants.map((want) => (
          <li key={want._id}>
            <WantRow want={want} onEdit={onEdit} onRemove={onRemove} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const gridClass = 'grid gap-3 lg:grid-cols-2'

function RemoveWant({ want, onClose }: { want: Want; onClose: () => void }) {
  const toast = useToast()
  const remove = useWrite(removeWant)
  const confirm = async () => {
    try {
      await remove.run({ id: want._id })
      toast({ text: `'${want.title}' was removed.`, kind: 'success' })
    } catch (error) {
      toast({ text: errorMessage(error, 'Failed to remove.'), kind: 'error' })
    }
    onClose()
  }
  return (
    <ConfirmDialog
      open
      title="Remove this want?"
      confirmLabel="Remove"
      danger
      pending={remove.pending}
      onCancel={onClose}
      onConfirm={() => void confirm()}
    >
      {want.title}. If you add it again, you wait behind everybody who wants it by then.
      {want.ring && ` ${ringEndsText(want.ring)}`}
    </ConfirmDialog>
  )
}
