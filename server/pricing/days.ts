const dayMs = 86_400_000

export const daysBefore = (time: Date, days: number): Date =>
  new Date(time.getTime() - days * dayMs)

export const daysBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / dayMs
