import { Heart } from './heart.tsx'
import { useSaved } from './use-saved.ts'

export function BuyerHeart({ bookId, title }: { bookId: string; title: string }) {
  const { isSaved, toggle } = useSaved(bookId)
  return <Heart title={title} isSaved={isSaved} onPress={() => void toggle()} />
}
