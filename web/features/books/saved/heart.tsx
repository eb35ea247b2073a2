import { Heart as HeartIcon } from 'lucide-react'

type Props = { title: string; isSaved: boolean; onPress?: () => void }

/** In the upper right corner of what is around it, above the link of a card. */
export const Heart = ({ title, isSaved, onPress }: Props) => (
  <button
    type="button"
    aria-pressed={isSaved}
    aria-label={`${isSaved ? 'Saved' : 'Save'} ${title}`}
    title={isSaved ? 'Saved' : 'Save'}
    onClick={onPress}
    className="group/heart absolute top-0 right-0 z-10 grid size-11 place-items-center rounded-full"
  >
    <span
      className="grid size-9 place-items-center rounded-full border border-border bg-surface
        text-foreground transition-colors group-hover/heart:text-danger
        group-aria-pressed/heart:text-danger"
    >
      <HeartIcon size={20} aria-hidden className={isSaved ? 'fill-current' : ''} />
    </span>
  </button>
)
