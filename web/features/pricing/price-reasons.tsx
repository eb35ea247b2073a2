import type { PricePrediction } from '#contract/books/pricing.ts'

export const PriceReasons = ({ reasons }: Pick<PricePrediction, 'reasons'>) => (
  <ul className="list-disc space-y-1 pl-5 text-muted text-sm">
    {reasons.map((reason) => (
      <li key={reason}>{reason}</li>
    ))}
  </ul>
)
