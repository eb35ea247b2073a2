import { Loading } from '#web/ui/loading/loading.tsx'

const gridClass = 'grid grid-cols-2 gap-4 lg:grid-cols-4'

export function StatCards({ cards }: { cards: { name: string; value: string }[] }) {
  return (
    <dl className={gridClass}>
      {cards.map(({ name, value }) => (
        <div
          key={name}
          className="flex flex-col gap-1 rounded-box border border-border bg-surface p-4"
        >
          <dt className="text-muted text-sm">{name}</dt>
          <dd className="break-words font-semibold font-serif text-xl tabular-nums sm:text-3xl">
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export const StatCardsSkeleton = () => (
  <Loading skeletons={Array(4).fill('h-21.5 sm:h-23.5')} className={gridClass} />
)
