import { Star } from 'lucide-react'

type Props = {
  of: { average?: number | undefined; count?: number }
  className?: string
}

export function Rating({ of: { average, count }, className = '' }: Props) {
  if (average === undefined) return null
  return (
    <span className={`inline-flex items-center gap-1 ${className}`}>
      <Star size={16} className="fill-accent text-accent" />
      <span className="sr-only">Rated </span>
      <span className="font-medium">{average.toFixed(1)}</span>
      {count !== undefined && <span className="text-muted">({count.toLocaleString('en-IN')})</span>}
    </span>
  )
}
