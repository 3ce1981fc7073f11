import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetStreams, MOST_STREAMS, noteStreams } from '#platform/limits/open-streams.ts'
import { eventually } from '#support/eventually.ts'
import { openTwoApis, type TwoApis } from '#support/product/two-apis.ts'
import { listenLive, type LiveClient } from '#support/servers/live-client.ts'

let apis: TwoApis
beforeAll(async () => {
  apis = await openTwoApis()
})
afterAll(() => apis?.close())

test('wrong passwords that reach two processes at once get no more tries than those of one', async () => {
  const body = { email: 'ada@example.org', password: 'wrong' }
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => apis.call(i % 2 ? 1 : 0, 'POST', '/auth/login', { body })),
  )
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(25)
})

test('the live streams of one person in two processes are 32 together: the oldest gives way, and no other person’s', async () => {
  const { product, bases } = apis
  const { db, clock } = product.platform
  const [greedy, other] = [await product.person(), await product.person()]
  const counted = () => db('open_streams').where({ user_id: greedy.userId }).pluck('id')
  const open: LiveClient[] = []
  const beside = await listenLive(bases[0], '/users/live', other.token)
  try {
    // A session has at most eight in a process.
    for (let i = 0; i < MOST_STREAMS; i += 8) {
      const token = await product.logIn(greedy.userId)
      for (let at = 0; at < 8; at += 1) open.push(await listenLive(bases[at % 2]!, '/users/live', token))
    }
    await eventually(async () => expect(await counted()).toHaveLength(MOST_STREAMS))
    expect(open.some((stream) => stream.isOver())).toBe(false)
    const token = await product.logIn(greedy.userId)
    for (let i = 0; i < 3; i += 1) open.push(await listenLive(bases[1], '/users/live', token))
    await eventually(() => expect(open.filter((stream) => stream.isOver())).toEqual(open.slice(0, 3)))
    expect(await counted()).toHaveLength(MOST_STREAMS)
    expect(beside.isOver()).toBe(false)
  } finally {
    for (const stream of [...open, beside]) stream.close()
  }
  await eventually(async () => expect(await counted()).toEqual([]))

  // A killed process closes nothing.
  const opened = { id: randomUUID(), userId: greedy.userId, openedAt: clock.now() }
  await noteStreams(db, [opened], new Date(clock.now().getTime() - 120_000))
  await forgetStreams(product.platform)
  expect(await counted()).toEqual([])
})
