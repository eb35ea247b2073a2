import { Star } from 'lucide-react'

export function Rating({
  average,
  count,
  className = '',
}: {
  average: number
  count?: number
  className?: string
}) {
  return (
    <span className={`inline-flex items-center gap-1 ${className}`}>
      <Star size={16} className="fill-accent text-accent" />
      <span className="sr-only">Rated </span>
      <span className="font-medium">{average.toFixed(1)}</span>
      {count !== undefined && <span className="text-muted">({count.toLocaleString('en-IN')})</span>}
    </span>
  )
}
