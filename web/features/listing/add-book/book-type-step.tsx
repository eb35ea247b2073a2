import { BookOpen, Sparkles } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BookDraft } from '#web/features/listing/book-draft.ts'
import { Button } from '#web/ui/button.tsx'

type Props = { onChoose: (bookType: BookDraft['bookType']) => void; onCancel: () => void }

export const BookTypeStep = ({ onChoose, onCancel }: Props) => (
  <div className="flex flex-col gap-4">
    <div className="grid grid-cols-1 gap-3 min-[380px]:grid-cols-2">
      <Choice
        icon={<Sparkles size={28} aria-hidden />}
        title="New Book"
        text="Unread, at the price you ask."
        onClick={() => onChoose('new')}
      />
      <Choice
        icon={<BookOpen size={28} aria-hidden />}
        title="Old Book"
        text="Read before; we predict a fair price."
        onClick={() => onChoose('old')}
      />
    </div>
    <Button variant="plain" onClick={onCancel}>
      Cancel
    </Button>
  </div>
)

function Choice({
  icon,
  title,
  text,
  onClick,
}: {
  icon: ReactNode
  title: string
  text: string
  onClick: () => void
}) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="flex flex-col items-center gap-2 rounded-box border border-input bg-surface p-6
        text-center transition-colors hover:border-primary hover:bg-primary-soft"
    >
      <span className="text-primary">{icon}</span>
      <span className="font-semibold text-lg">{title}</span>
      <span className="text-muted text-sm">{text}</span>
    </button>
  )
}
