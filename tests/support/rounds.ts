import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** True in `npm run test:long`. */
    isLong: boolean
  }
}

/**
 * Whether this is `npm run test:long`: `test.runIf(isLong())` is for slow tests of whole processes, whose rule
 * a faster test of `npm test` states as well.
 */
export const isLong = (): boolean => inject('isLong')

/**
 * How often a test repeats what it does by chance: `short` in `npm test`, `long` in `npm run test:long`. `ROUNDS` sets another
 * number. A file that calls this belongs to the long project: see vitest.config.ts.
 */
export const rounds = ({ short, long }: { readonly short: number; readonly long: number }): number =>
  Number(process.env['ROUNDS'] ?? (isLong() ? long : short))

/**
 * All cases in `npm run test:long`. `npm test` runs those at these places, by default the first: always the same, because a
 * case by chance can hide for days that it fails.
 */
export const casesOfRun = <T>(all: readonly T[], ...places: readonly number[]): readonly T[] =>
  isLong() ? all : all.filter((_, i) => (places.length > 0 ? places.includes(i) : i === 0))

/** What is tried at each of many places: all of it in `npm run test:long`; in `npm test` a third, another one at the next place. */
export const thirdOfRun = <T>(all: readonly T[], place: number): readonly T[] =>
  isLong() ? all : all.filter((_, i) => (i + place) % 3 === 0)

/**
 * Seeds what a test does by chance: another one in each `npm run test:long`, always the same in `npm test`. The title of the
 * test names it; `FAULT_SEED` repeats a run.
 */
export const seedOfRun = (): number =>
  Number(process.env['FAULT_SEED'] ?? (isLong() ? Math.floor(Math.random() * 1e6) : 1))
