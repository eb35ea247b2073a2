// Slow tests run only in CI: see CONTRIBUTING.md.

/** Whether to run tests that are too slow for `npm test`: `test.runIf(isLong)`. */
export const isLong = process.env.LONG_TESTS === '1'

/** Returns how many times a test repeats something: `few` in `npm test`, `all` in CI. */
export const rounds = (few: number, all: number): number => (isLong ? all : few)
