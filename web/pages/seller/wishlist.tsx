import { isFirstTry } from '#web/api/hooks.ts'
import { Reservations } from '#web/features/wishlist/titles/reservations.tsx'
import { useWantedTitles, WantedTitles } from '#web/features/wishlist/titles/wanted-titles.tsx'
import { privateMeta } from '#web/pages/page-meta.ts'
import { Loading } from '#web/ui/loading/loading.tsx'

export const meta = privateMeta('Wishlist')

export default function SellerWishlist() {
  const titles = useWantedTitles()
  return (
    <div className="flex flex-col gap-6">
      <h1 className="font-semibold text-3xl">Wishlist</h1>
      {isFirstTry(titles) ? (
        <Loading text="Loading your wishlist..." showsText skeletons={['h-32']} />
      ) : (
        <>
          <Reservations wants={titles.data?.wants} />
          <WantedTitles read={titles} emptyText="Your wishlist is empty." />
        </>
      )}
    </div>
  )
}
