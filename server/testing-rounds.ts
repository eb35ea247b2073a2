// Slow tests run only in CI: see CONTRIBUTING.md.

/** Whether to run tests that are too slow for `npm test`: `test.runIf(isLong)`. */
export const isLong = process.env.LONG_TESTS === '1'

/** Returns how often a test repeats something: `few` times in `npm test`, `all` times in CI. */
export const rounds = (few: number, all: number): number => (isLong ? all : few)
