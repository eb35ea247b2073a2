// What other copies of a title say about a copy's price: a random-effects (empirical Bayes)
// estimate that no single price can push far. docs/pricing.md has the derivation.
import { poorVariance, strangersVariance } from './assumptions.ts'
import fitted from './fitted.json' with { type: 'json' }
import {
  knownPriceHalfLifeDays,
  maxAskingVoices,
  maxTitleFactor,
  maxTitleMove,
  minAskingOverSale,
  pullDeviations,
} from './policy.ts'

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
 * `shift` is the title's level over the market's, in logarithms; `width` that of the band over the
 * band without knowledge of the title, from 0 to 1.
 */
export type TitleEffect = { shift: number; width: number }
export const unknownTitle: TitleEffect = { shift: 0, width: 1 }

/** How far one price moves a logarithm at most, so that no price moves by more than its part. */
const maxPricePull = -Math.log(1 - maxTitleMove)
const maxShift = Math.log(maxTitleFactor)
/** Halves the range of the shift to less than a millionth. */
const halvings = 22

type Observation = { value: number; precision: number; maxPull: number }

const weightOf = ({ weight = 1, trust, ageDays }: KnownPrice): number =>
  weight * trust * 2 ** (-Math.max(0, ageDays) / knownPriceHalfLifeDays)

function varianceOf({ kind, isPoor }: KnownPrice, { sale, asking }: TitleVariances): number {
  const variance = kind === 'sale' ? sale : Math.max(asking, minAskingOverSale * sale)
  return variance + (isPoor ? poorVariance : 0)
}

/**
 * `maxPull` bounds precision times distance: by Huber's constant, and so that one price alone moves
 * the level by `maxPricePull` at most, an asking price by as much less as it says less.
 */
function observationsOf(known: readonly KnownPrice[], variances: TitleVariances): Observation[] {
  const asked = known.reduce(
    (total, price) => (price.kind === 'asking' ? total + weightOf(price) : total),
    0,
  )
  const askingShare = Math.min(1, maxAskingVoices / asked)
  return known.map((price) => {
    const variance = varianceOf(price, variances)
    const weight = weightOf(price) * (price.kind === 'asking' ? askingShare : 1)
    const maxPull = (maxPricePull / variances.between) * (variances.sale / variance)
    return {
      value: Math.log(price.ratio),
      precision: weight / variance,
      maxPull: weight * Math.min(pullDeviations / Math.sqrt(variance), maxPull),
    }
  })
}

const pullOf = ({ value, precision, maxPull }: Observation, shift: number): number =>
  Math.min(maxPull, Math.max(-maxPull, precision * (value - shift)))

/**
 * The level at which the pulls of all prices and of the market (0, with the variance between
 * titles) are in balance. It is unique, because each pull falls as the level rises.
 */
function balance(observations: readonly Observation[], between: number): number {
  let [low, high] = [-maxShift, maxShift]
  for (let step = 0; step < halvings; step++) {
    const shift = (low + high) / 2
    let pull = -shift / between
    for (const observation of observations) pull += pullOf(observation, shift)
    if (pull > 0) low = shift
    else high = shift
  }
  return (low + high) / 2
}

/**
 * A title's level from the prices known of it. Prices far from the others count for less in its
 * variance too, so that a band isn't narrowed by prices that contradict each other.
 */
export function titleEffect(known: readonly KnownPrice[], variances: TitleVariances): TitleEffect {
  if (known.length === 0) return unknownTitle
  const { between, sale } = variances
  const observations = observationsOf(known, variances)
  const shift = balance(observations, between)
  const precision = observations.reduce((total, observation) => {
    const distance = Math.abs(observation.value - shift)
    const counted = Math.min(
      observation.precision,
      observation.maxPull / (distance || Number.EPSILON),
    )
    return total + counted
  }, 1 / between)
  return { shift, width: Math.sqrt((sale + 1 / precision) / (sale + between)) }
}
