// Slow tests run in CI only: see CONTRIBUTING.md.

/** For a test that is too long for `npm test`: `test.runIf(isLong)`. */
export const isLong = process.env.LONG_TESTS === '1'

/** How often a test repeats something: a few times in `npm test`, all times in CI. */
export const rounds = (few: number, all: number): number => (isLong ? all : few)
