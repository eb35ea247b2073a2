import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { formatCount } from '#contract/common/numbers.ts'
import { removeWant, updateWant, type Want, wantAnother } from '#contract/wishlist/wants.ts'
import { ActionButton, ConfirmAction } from '#web/forms/action-buttons.tsx'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { useSubmit } from '#web/forms/use-contract-form.ts'
import { useFormDraft } from '#web/forms/use-form-draft.ts'
import { exchangePath, paths } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { formatDate } from '#web/time.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/links.tsx'
import {
  type LimitsDraft,
  LimitsFields,
  limitsInput,
  limitsOf,
  limitsText,
  type PersonPlace,
} from './limits-fields.tsx'
import { ringEndsText, ringMayEndText } from './ring-ends.ts'
import { peopleText } from './wanted-count.tsx'

const useOwnSide = () => (useSession()?.role === 'seller' ? 'seller' : 'buyer')

type Props = { want: Want; place: PersonPlace }

/** The URL of a search in Explore Books for copies of the title that are open to exchange. */
const openCopiesPath = ({ title, isbn }: Want): string =>
  `${paths.books}?${new URLSearchParams({ search: isbn ?? title, openToExchange: 'true' })}`

export function WantRow({ want, place }: Props) {
  const side = useOwnSide()
  const [dialog, setDialog] = useState<'edit' | 'remove'>()
  const close = () => setDialog(undefined)
  const askToRemove = () => setDialog('remove')
  const facts = [want.author, ...(want.isbn ? [`ISBN ${want.isbn}`] : [])]
  return (
    <article
      className="wrap-anywhere flex h-full items-start gap-2 rounded-box border border-border
        bg-surface p-3 text-sm"
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h3 className="font-sans font-semibold text-base leading-snug">{want.title}</h3>
        <p className="text-muted">{facts.join(' · ')}</p>
        <p>{limitsText(want)}</p>
        {want.ring && (
          <TextLink to={exchangePath(side, want.ring._id)}>
            {want.ring.isAccepted ? 'In a swap that you have accepted' : 'A swap waits for you'}
          </TextLink>
        )}
        {want.order ? (
          <WantOrder want={want} order={want.order} onRemove={askToRemove} />
        ) : (
          <Waiting want={want} />
        )}
      </div>
      <div className="-mt-2 -mr-2 flex">
        <IconButton label={`Change ${want.title}`} onClick={() => setDialog('edit')}>
          <Pencil size={18} />
        </IconButton>
        <IconButton label={`Remove ${want.title}`} className="text-danger" onClick={askToRemove}>
          <Trash2 size={18} />
        </IconButton>
      </div>
      {dialog === 'edit' && <EditWantDialog want={want} place={place} onClose={close} />}
      {dialog === 'remove' && (
        <ConfirmAction
          endpoint={removeWant}
          input={{ id: want._id }}
          failed="Failed to remove."
          done={`'${want.title}' was removed.`}
          title="Remove this title?"
          confirmLabel="Remove"
          danger
          onClose={close}
        >
          {want.title}. If you add it again, you’re last in line.
          {want.ring && ` ${ringEndsText(want.ring)}`}
        </ConfirmAction>
      )}
    </article>
  )
}

const Waiting = ({ want }: { want: Want }) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
    {want.copies > 0 && (
      <Link to={openCopiesPath(want)}>
        <Badge tone="success">
          <span className="underline">{formatCount(want.copies, 'copy', 'copies')} to swap</span>
        </Badge>
      </Link>
    )}
    <span>{want.people === 1 ? 'Only you are waiting' : peopleText(want.people)}</span>
    <span>Since {formatDate(want.createdAt)}</span>
  </p>
)

type OrderProps = { want: Want; order: NonNullable<Want['order']>; onRemove: () => void }

/** Says that the person is getting or has got the title, so they don't wait for a copy. */
function WantOrder({ want, order: { state, exchangeId }, onRemove }: OrderProps) {
  const side = useOwnSide()
  if (state === 'received')
    return (
      <>
        <p>You got one. Do you want another?</p>
        <div className="flex flex-wrap gap-2">
          <Button variant="plain" size="sm" onClick={onRemove}>
            No, remove it
          </Button>
          <ActionButton
            label="Yes, another"
            variant="plain"
            size="sm"
            endpoint={wantAnother}
            input={{ id: want._id }}
            failed="Failed to save."
            done="You’re waiting for another copy."
          />
        </div>
      </>
    )
  const text = exchangeId === undefined ? 'your orders' : 'a swap'
  const to = exchangeId === undefined ? paths.buyer.orders : exchangePath(side, exchangeId)
  return (
    <p>
      {state === 'rented' ? 'You have rented one' : 'You’re getting one'}
      {' in '}
      {/* Orders belong to the buyer account, but swaps belong to the person. */}
      {exchangeId === undefined && side === 'seller' ? text : <TextLink to={to}>{text}</TextLink>}.
    </p>
  )
}

function EditWantDialog({ want, place, onClose }: Props & { onClose: () => void }) {
  const form = useForm<LimitsDraft>({ defaultValues: limitsOf(place, want) })
  useFormDraft(form, `want ${want._id}`)
  const submission = useSubmit(form, updateWant, {
    toInput: (draft) => ({ id: want._id, ...limitsInput(draft, place) }),
    fallback: 'Failed to save.',
    done: 'Saved.',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      submission={submission}
      onClose={onClose}
      title="Change your terms"
      description={want.title}
      width="md"
      submitLabel="Save"
    >
      <LimitsFields place={place} />
      <p className="text-muted text-sm">You keep your place in the queue.</p>
      {want.ring && <p className="font-medium text-sm">{ringMayEndText(want.ring)}</p>}
    </FormDialog>
  )
}
