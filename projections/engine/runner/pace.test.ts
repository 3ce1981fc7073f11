import { expect, test } from 'vitest'
import { eventually } from '#support/eventually.ts'
import { createPace } from './pace.ts'

/** An event store whose head moves as long as commands come. */
const storeWith = (commands: { come: boolean }) => {
  let head = 0
  return { head: async () => String(commands.come ? (head += 1) : head) }
}

const restTime = async (pace: ReturnType<typeof createPace>): Promise<number> => {
  const from = performance.now()
  await pace.rest()
  return performance.now() - from
}

const pagesGetShort = (pace: ReturnType<typeof createPace>, isSo: boolean) =>
  eventually(async () => {
    await pace.rest()
    expect(pace.max() < 1_000).toBe(isSo)
  })

test('a build reads short pages while commands come, and long ones again when none comes', async () => {
  const commands = { come: false }
  const pace = createPace(storeWith(commands), 50)
  await pagesGetShort(pace, false)
  commands.come = true
  await pagesGetShort(pace, true)
  commands.come = false
  await pagesGetShort(pace, false)
})

test.each([
  { share: 50, rest: 1 },
  { share: 20, rest: 4 },
])(
  'while commands come, a build with $share % of the time rests $rest times as long as it works',
  async ({ share, rest }) => {
    const pace = createPace(storeWith({ come: true }), share)
    await pagesGetShort(pace, true)
    const from = performance.now()
    while (performance.now() - from < 10);
    expect(await restTime(pace)).toBeGreaterThanOrEqual(10 * rest - 1)
  },
)

test('a build never rests for more than a second', async () => {
  const pace = createPace(storeWith({ come: true }), 5)
  await pagesGetShort(pace, true)
  const from = performance.now()
  while (performance.now() - from < 200);
  expect(await restTime(pace)).toBeLessThan(3_000)
})

test('a build with all of the time reads long pages and never asks for the head', async () => {
  const pace = createPace({ head: () => Promise.reject(new Error('asked for the head')) }, 100)
  await pace.rest()
  expect(pace.max()).toBe(1_000)
})
