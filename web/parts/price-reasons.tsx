import type { PriceAnswer } from '#contract/pricing.ts'
import { rupees } from './format.ts'
import { conditionNames } from './kinds.ts'

/** Why a price was predicted, and what copies of the title were sold for here. */
export function PriceReasons({ reasons, comparables }: Pick<PriceAnswer, 'reasons' | 'comparables'>) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <ul className="list-disc space-y-1 pl-5 text-quiet">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {comparables.length > 0 && (
        <>
          <p className="font-medium">Sold on Dobara:</p>
          <ul className="space-y-1">
            {comparables.map(({ price, originalPrice, condition, soldIn }) => (
              <li key={`${soldIn} ${price}`}>
                {rupees(price)}{' '}
                <span className="text-quiet">
                  of {rupees(originalPrice)} · {conditionNames[condition]} · {soldIn}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
