import { runInNewContext } from 'node:vm'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { Email, Search } from '#contract/common.ts'

const patternOf = (schema: TSchema) => String((schema as { pattern?: unknown }).pattern)

/** A quadratic match of such a text would block the process for minutes. */
test.each(
  Object.entries({
    Email,
    Search: Search(9),
  }),
)('%s rejects a long text in linear time', (_, schema) => {
  const long = (part: string) => part.repeat(500_000)
  const texts = [
    `a${long('  ')}\0`,
    `${long(' ')}a${long(' ')}\0`,
    `${long('a')}${long(' ')}\0`,
    `${long('a ')}\0`,
    `a@${long('a')}.\0`,
    `a@${long('a-')}\0`,
    `a@${long('a.')}\0`,
  ]
  const source = 'texts.some((text) => new RegExp(pattern, "u").test(text))'
  expect(runInNewContext(source, { texts, pattern: patternOf(schema) }, { timeout: 20_000 })).toBe(false)
})
