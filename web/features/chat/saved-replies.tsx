import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorCatalog } from '#contract/common/error-catalog.ts'
import {
  changeReply,
  deleteReply,
  listSavedReplies,
  type SavedReply,
  saveReply,
} from '#contract/saved-replies.ts'
import { useRead } from '#web/api/hooks.ts'
import { ConfirmAction } from '#web/forms/action-buttons.tsx'
import { ContractForm } from '#web/forms/contract-form.tsx'
import { TextAreaField } from '#web/forms/fields.tsx'
import { useContractForm, useSubmit } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { QueryView } from '#web/ui/loading/query-view.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'

type Props = { onPick: (text: string) => void; onClose: () => void }

/** A seller's saved replies. Picking one only inserts it. They are edited here, too. */
export function SavedReplies({ onPick, onClose }: Props) {
  const replies = useRead(listSavedReplies, {})
  const [edited, setEdited] = useState<SavedReply | 'new'>()
  return (
    <Dialog open onClose={onClose} title="Saved replies" width="md">
      {edited ? (
        <ReplyForm
          reply={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      ) : (
        <QueryView query={replies} skeletons={['h-11', 'h-11']}>
          {({ replies: rows, can }) => (
            <div className="flex flex-col gap-3">
              {rows.length === 0 && <p className="text-muted">Save answers you send often.</p>}
              <ul className="flex flex-col divide-y divide-border empty:hidden">
                {rows.map((reply) => (
                  <Row
                    key={reply._id}
                    reply={reply}
                    onPick={onPick}
                    onEdit={() => setEdited(reply)}
                  />
                ))}
              </ul>
              {can.includes('save') ? (
                <Button
                  variant="plain"
                  className="self-start"
                  icon={<Plus size={18} />}
                  onClick={() => setEdited('new')}
                >
                  Add a reply
                </Button>
              ) : (
                <p className="text-muted text-sm">{errorCatalog.too_many_replies[1]}</p>
              )}
            </div>
          )}
        </QueryView>
      )}
    </Dialog>
  )
}

type RowProps = { reply: SavedReply; onPick: (text: string) => void; onEdit: () => void }

function Row({ reply, onPick, onEdit }: RowProps) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        onClick={() => onPick(reply.text)}
        className="min-h-11 min-w-0 flex-1 rounded-box px-2 py-2 text-left hover:bg-sunken"
      >
        <span className="line-clamp-3 whitespace-pre-line">{reply.text}</span>
      </button>
      <Menu
        label="Change this reply"
        items={[
          { label: 'Edit', icon: <Pencil size={18} />, onSelect: onEdit },
          {
            label: 'Delete',
            icon: <Trash2 size={18} />,
            danger: true,
            onSelect: () => setDeleting(true),
          },
        ]}
      />
      {isDeleting && (
        <ConfirmAction
          endpoint={deleteReply}
          input={{ replyId: reply._id }}
          title="Delete this reply?"
          confirmLabel="Delete"
          danger
          failed="Failed to delete the reply."
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  )
}

function ReplyForm({ reply, onClose }: { reply: SavedReply | undefined; onClose: () => void }) {
  const form = useContractForm(saveReply.input, { defaultValues: { text: reply?.text ?? '' } })
  const fallback = 'Failed to save the reply.'
  const added = useSubmit(form, saveReply, { fallback, onDone: onClose })
  const changed = useSubmit(form, changeReply, {
    toInput: ({ text }) => ({ replyId: reply?._id ?? '', text }),
    fallback,
    onDone: onClose,
  })
  return (
    <ContractForm
      form={form}
      {...(reply ? changed : added)}
      submitLabel="Save reply"
      onCancel={onClose}
    >
      <TextAreaField name="text" label="Reply text" rows={4} />
    </ContractForm>
  )
}
