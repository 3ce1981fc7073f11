import { expect, test } from 'vitest'
import { createEventParser } from './event-parser.ts'

const STREAM = ':\n\nevent: changed\ndata: {"a":1}\n\n:\n\ndata: one\ndata: two\n\nevent: half\ndata: not who'

test('returns complete events wherever the network splits the text, and skips comments', () => {
  for (let size = 1; size <= STREAM.length; size += 1) {
    const parse = createEventParser()
    const parts = Array.from({ length: Math.ceil(STREAM.length / size) }, (_, i) =>
      STREAM.slice(i * size, (i + 1) * size),
    )
    expect(parts.flatMap(parse), `${size} at a time`).toEqual(['{"a":1}', 'one\ntwo'])
  }
})
