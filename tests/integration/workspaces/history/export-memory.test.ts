import { promisify } from 'node:util'
import { deflateRaw } from 'node:zlib'
import { expect, test } from 'vitest'
import { heldMemory } from '#support/held-memory.ts'
import { exportsOf, madeLog } from '#support/workspaces/made-log.ts'

/** What an export holds does not depend on the length of the log, and it reads no further than its reader. */

/**
 * The entries between which memory is compared, and the most bytes that each of them may leave. A PDF takes ten times as long to make,
 * and must remember where each page begins.
 */
const FORMATS = [
  ['csv', 2_000, 15_000, 60],
  ['jsonl', 2_000, 15_000, 60],
  ['xlsx', 2_000, 15_000, 60],
  ['pdf', 1_000, 2_500, 500],
] as const

/** Looks at the memory, of which the lowest counts: a buffer may be in use by chance. */
const LOOKS = 2

test.each(FORMATS)('the memory of a %s does not grow with its entries', async (format, few, many, most) => {
  const early: number[] = []
  const late: number[] = []
  // Until the first look fonts and code are loaded, and what is kept of frequent words is full.
  const log = madeLog(many, async (page) => {
    if (page >= few / 500 && early.length < LOOKS) early.push(await heldMemory())
    if (page >= many / 500 - LOOKS) late.push(await heldMemory())
  })
  for await (const _ of exportsOf[format](log));
  const grown = Math.min(...late) - Math.min(...early)
  expect(grown / (many - few)).toBeLessThan(most)
})

/** Everything that was compressed before is done. */
const compressed = promisify(deflateRaw)

test.each(FORMATS)('a %s that nobody takes reads no further', async (format) => {
  let read = 0
  const parts = exportsOf[format](
    madeLog(50_000, () => {
      read += 1
    }),
  )
  await parts.next()
  for (let turn = 0; turn < 50; turn += 1) await compressed('any')
  // Of 100. What is compressed needs more entries until it is a part.
  expect(read).toBeLessThan(10)
  await parts.return()
})
