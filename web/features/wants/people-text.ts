import { formatCount } from '#web/format.ts'

/** '7 people want this'. */
export const peopleText = (people: number): string =>
  people === 1 ? '1 person wants this' : `${formatCount(people, 'person', 'people')} want this`
