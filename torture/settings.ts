import type { Settings } from './torture-case.ts'

/** What the figures in docs/reliability.md were measured with. */
export const standardSettings: Omit<Settings, 'seed'> = {
  rounds: 20,
  rate: 50,
  pairs: 100,
  messages: 10_000,
  racers: 200,
  races: 50,
}
