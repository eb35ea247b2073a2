// Finds the place that a search names: 'physics pune', 'verma 411038'.
import type { NamedPlace } from '#contract/places.ts'
import { cityKeysOf, findPlace } from './places.ts'

// Other names of cities that the table of PIN codes has, in lower case.

const otherCityNames: Record<string, readonly string[]> = {
  ahmedabad: ['amdavad', 'अहमदाबाद', 'અમદાવાદ'],
  ahmednagar: ['ahilyanagar'],
  aurangabad: ['sambhajinagar', 'chhatrapati sambhajinagar'],
  ballari: ['bellary'],
  belagavi: ['belgaum'],
  bengaluru: ['bangalore', 'bengalooru', 'blr', 'बेंगलुरु', 'बैंगलोर', 'ಬೆಂಗಳೂರು'],
  bhopal: ['भोपाल'],
  chennai: ['madras', 'चेन्नई', 'சென்னை'],
  coimbatore: ['kovai'],
  delhi: ['new delhi', 'dilli', 'दिल्ली', 'नई दिल्ली'],
  ernakulam: ['ernakulum'],
  gurugram: ['gurgaon', 'gurugaon'],
  guwahati: ['gauhati'],
  hubballi: ['hubli'],
  hyderabad: ['secunderabad', 'हैदराबाद', 'హైదరాబాద్'],
  indore: ['इंदौर'],
  jaipur: ['जयपुर'],
  kanniyakumari: ['kanyakumari'],
  kanpur: ['cawnpore', 'कानपुर'],
  kochi: ['cochin'],
  kolkata: ['calcutta', 'कोलकाता', 'কলকাতা'],
  kollam: ['quilon'],
  kozhikode: ['calicut'],
  lucknow: ['लखनऊ'],
  mangaluru: ['mangalore'],
  mumbai: ['bombay', 'मुंबई', 'मुम्बई'],
  mysuru: ['mysore'],
  nagpur: ['नागपुर', 'नागपूर'],
  nashik: ['nasik', 'नाशिक', 'नासिक'],
  patna: ['पटना'],
  prayagraj: ['allahabad', 'प्रयागराज', 'इलाहाबाद'],
  puducherry: ['pondicherry', 'pondy'],
  pune: ['poona', 'पुणे', 'पूना'],
  shimla: ['simla'],
  thiruvananthapuram: ['trivandrum'],
  thoothukudi: ['tuticorin'],
  thrissur: ['trichur'],
  tiruchirappalli: ['trichy', 'tiruchi'],
  vadodara: ['baroda', 'वडोदरा'],
  varanasi: ['banaras', 'benares', 'kashi', 'वाराणसी', 'बनारस'],
  visakhapatnam: ['vizag', 'vishakhapatnam'],
}

/**
 * City names that are also names of people, languages or countries. They count as cities only after
 * 'in' or 'near'.
 */
const ambiguousCities = new Set([
  ...['anand', 'chandan', 'dang', 'dhar', 'guna', 'kalyan', 'kashi', 'korea', 'krishna', 'mon'],
  ...['nadia', 'narmada', 'nirmal', 'ntr', 'pali', 'sagar', 'samba', 'saran', 'tapi'],
])

const maxWordsOfCity = 5
const prepositions = new Set(['in', 'near', 'at', 'from', 'around', 'within'])
/** If a search has only these words apart from a place, the rest of the search is ''. */
const fillerWords = new Set(['book', 'books', 'used', 'old', 'second', 'hand', 'secondhand', 'buy'])

const cityByOtherName = new Map(
  Object.entries(otherCityNames).flatMap(([city, names]) => names.map((name) => [name, city])),
)

type Word = { text: string; start: number; end: number }
type Found = { first: number; last: number; places: Omit<NamedPlace, 'search'>[] }

const wordsOf = (question: string): Word[] =>
  [...question.matchAll(/[\p{L}\p{M}\p{N}-]+/gu)].map((match) => ({
    text: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }))

/** Formats a city's key for display: 'Jammu, Jammu and Kashmir'. */
const capitalize = (name: string) =>
  name.replace(/(?<![\p{L}\p{M}\p{N}])(?!and )\p{L}/gu, (letter) => letter.toUpperCase())

function findCities(words: readonly Word[], first: number, last: number) {
  const texts = words.slice(first, last + 1).map(({ text }) => text)
  const name = texts.join(' ')
  if (ambiguousCities.has(name) && !prepositions.has(words[first - 1]?.text ?? '')) return []
  // Also tries each split into a city and its state: 'Bilaspur, Chhattisgarh'.
  const withState = texts.map(
    (_, at) => `${texts.slice(0, at).join(' ')}, ${texts.slice(at).join(' ')}`,
  )
  return [cityByOtherName.get(name) ?? name, ...withState]
    .map(cityKeysOf)
    .find((keys) => keys.length > 0)
}

function cityAt(words: readonly Word[], last: number): Found | undefined {
  for (let first = Math.max(0, last - maxWordsOfCity + 1); first <= last; first++) {
    const keys = findCities(words, first, last) ?? []
    const places = keys.map((key) => {
      const city = capitalize(key)
      return { name: keys.length > 1 ? city : (city.split(', ')[0] ?? city), city }
    })
    if (places.length > 0) return { first, last, places }
  }
  return undefined
}

/** Finds a PIN code, also one written as '411 038'. If its point isn't known, returns its city. */
function pinCodeAt(words: readonly Word[], last: number): Found | undefined {
  const text = words[last]?.text ?? ''
  const isHalf = /^\d{3}$/.test(text)
  const first = isHalf ? last - 1 : last
  const place = findPlace(isHalf ? `${words[first]?.text}${text}` : text)
  if (!place) return undefined
  const city = `${place.city}, ${place.state}`
  const named = place.point
    ? { name: place.pinCode, near: place.pinCode }
    : { name: place.city, city }
  return { first, last, places: [named] }
}

/**
 * Returns the last place that a search names, and the rest of the search. If several cities have
 * the name, returns all of them.
 */
export function findNamedPlaces(question: string): NamedPlace[] {
  const words = wordsOf(question)
  for (let at = words.length - 1; at >= 0; at--) {
    const found = pinCodeAt(words, at) ?? cityAt(words, at)
    if (!found) continue
    const isAfter = prepositions.has(words[found.first - 1]?.text ?? '')
    const [from, to] = [words[found.first - (isAfter ? 1 : 0)]?.start, words[found.last]?.end]
    const rest = `${question.slice(0, from)} ${question.slice(to)}`
    const left = wordsOf(rest).every(({ text }) => fillerWords.has(text)) ? '' : rest
    const search = left.replace(/\s+/g, ' ').replace(/^[\s,]+|[\s,]+$/g, '')
    return found.places.map((place) => ({ ...place, search }))
  }
  return []
}
