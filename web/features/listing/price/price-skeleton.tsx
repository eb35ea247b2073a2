import { Skeleton } from '#web/ui/loading/loading.tsx'

export const PriceSkeleton = () => (
  <div className="flex flex-col gap-2">
    <Skeleton className="h-18" />
    <Skeleton className="h-5 w-3/5" />
    <Skeleton className="h-36" />
    <Skeleton className="h-11 w-4/5" />
  </div>
)
