// What other copies of a title say about a copy's price: a random-effects (empirical Bayes)
// estimate that no single price can push far. docs/pricing-titles.md has the derivation.
import { poorVariance, strangersVariance } from '#server/pricing/assumptions.ts'
import fitted from '#server/pricing/fitted.json' with { type: 'json' }
import {
  knownPriceHalfLifeDays,
  maxAskingVotes,
  maxTitleFactor,
  maxTitleMove,
  minAskingOverSale,
} from '#server/pricing/policy.ts'

/**
 * Variances of logarithms of prices over the model's: of titles around the market, and of single
 * sales and asking prices around their title.
 */
export type TitleVariances = { between: number; sale: number; asking: number }

/** Until this market has its own: those of the data, and how much more strangers differ. */
export const assumedVariances: TitleVariances = {
  between: fitted.titleVariances.between,
  sale: fitted.titleVariances.within * strangersVariance.sale,
  asking: fitted.titleVariances.within * strangersVariance.asking,
}

/**
 * A price of the title that somebody else named. `ratio` is over what the market's model, without
 * the title, says for that very copy; `trust` is from 0 to 1, and so is `weight`, the part that it
 * has in the votes of those who named it (1 without).
 */
export type KnownPrice = {
  kind: 'sale' | 'asking'
  ratio: number
  ageDays: number
  trust: number
  weight?: number
  isPoor: boolean
}

/**
 * `shift` is how far the title's prices are from the market's, in logarithms; `spread` the variance
 * of the logarithm of a sale around the prediction that knows the shift.
 */
export type TitleEffect = { shift: number; spread: number }

/** The spread for which the model's band was fitted: that of titles of which nothing is known. */
export const fittedSpread = fitted.titleVariances.within + fitted.titleVariances.between
/** In the market that the model was fitted on, whose band it keeps. */
export const unknownTitle: TitleEffect = { shift: 0, spread: fittedSpread }

const maxShift = Math.log(maxTitleFactor)
/** The shift is found to so much, in at most so many steps. */
const tolerance = 1e-9
const maxSteps = 60

type Observation = { value: number; precision: number }

/**
 * What a price counts for before votes are split, from 0 to 1: its trust, the less the older it is.
 */
export const claimOf = ({ trust, ageDays }: Pick<KnownPrice, 'trust' | 'ageDays'>): number =>
  trust * 2 ** (-Math.max(0, ageDays) / knownPriceHalfLifeDays)

const weightOf = (price: KnownPrice): number => (price.weight ?? 1) * claimOf(price)

function varianceOf({ kind, isPoor }: KnownPrice, { sale, asking }: TitleVariances): number {
  const variance = kind === 'sale' ? sale : Math.max(asking, minAskingOverSale * sale)
  return variance + (isPoor ? poorVariance : 0)
}

function observationsOf(known: readonly KnownPrice[], variances: TitleVariances): Observation[] {
  const asked = known.reduce(
    (total, price) => (price.kind === 'asking' ? total + weightOf(price) : total),
    0,
  )
  const askingShare = Math.min(1, maxAskingVotes / asked)
  return known.map((price) => ({
    value: Math.log(price.ratio),
    precision:
      (weightOf(price) * (price.kind === 'asking' ? askingShare : 1)) /
      varianceOf(price, variances),
  }))
}

/**
 * The distance at which a price pulls half as much as it would at most (Fair's function: pulls grow
 * with the distance everywhere, ever more slowly). The most that a sale pulls moves a title by
 * `maxTitleMove` of the market's price where nothing else is known; others pull as much less as
 * they say less.
 */
const reachOf = ({ between, sale }: TitleVariances): number => (maxTitleMove * sale) / between

/** The part of its precision that a price at a distance counts with. */
const partCounted = (distance: number, reach: number): number =>
  reach / (reach + Math.abs(distance))

/**
 * The shift at which the pulls of all prices and of the market are in balance. The market pulls by
 * the part of its price that the title is away, as if titles were gamma distributed, so that a pull
 * moves prices, not logarithms, by the same amount wherever the title is. There is one such shift,
 * because each pull falls as it rises. Newton's steps, or halves of the range where these don't
 * shrink.
 */
function balance(observations: readonly Observation[], between: number, reach: number): number {
  let [low, high, shift, moved] = [-maxShift, maxShift, 0, maxShift]
  for (let step = 0; step < maxSteps && high - low > tolerance; step++) {
    const market = Math.exp(shift)
    let [pull, slope] = [(1 - market) / between, market / between]
    for (const { value, precision } of observations) {
      const part = partCounted(value - shift, reach)
      pull += precision * part * (value - shift)
      slope += precision * part * part
    }
    if (pull > 0) low = shift
    else high = shift
    const move = pull / slope
    if (Math.abs(move) < tolerance) return shift
    const isNewtons = Math.abs(move) < moved / 2 && shift + move > low && shift + move < high
    const next = isNewtons ? shift + move : (low + high) / 2
    moved = Math.abs(next - shift)
    shift = next
  }
  return shift
}

/**
 * A title's effect on its prices, from those known of it. Prices far from the others count for less
 * in its spread too, so that a band isn't narrowed by prices that contradict each other.
 */
export function titleEffect(known: readonly KnownPrice[], variances: TitleVariances): TitleEffect {
  const { between, sale } = variances
  if (known.length === 0) return { shift: 0, spread: sale + between }
  const observations = observationsOf(known, variances)
  const reach = reachOf(variances)
  const shift = balance(observations, between, reach)
  const precision = observations.reduce(
    (total, { value, precision }) => total + precision * partCounted(value - shift, reach),
    1 / between,
  )
  return { shift, spread: sale + 1 / precision }
}
