import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import knex from 'knex'
import Type from 'typebox'
import { describe, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { Rejected, type ErrorCode } from '#contract/errors.ts'
import { addErrors } from '../../../services/api/plugins/errors.ts'
import { takeUndeclaredErrors } from '#support/endpoints/undeclared-errors.ts'
import { createDatabase, expectDeadLetters } from '#support/servers/postgres.ts'
import { silentLog } from '#support/processes/silent-log.ts'

describe('an error that its endpoint does not name', () => {
  const endpoint: Endpoint = {
    operation: 'things.get',
    summary: 'A thing',
    method: 'GET',
    path: '/things',
    access: 'session',
    readModels: [],
    status: 200,
    reply: Type.Object({}),
    errors: ['device.limit'],
  }
  const answerWith = async (code: ErrorCode): Promise<string> => {
    const app = Fastify()
    app.decorateRequest('refusal', null)
    addErrors(app, [endpoint], undefined)
    app.get('/things', { config: { endpoint } }, () => {
      throw new Rejected(code)
    })
    return (await app.inject('/things')).json<{ code: string }>().code
  }

  test('is noted with what to do; those that it names, and those of its kind, are not', async () => {
    expect(await answerWith('device.exists')).toBe('device.exists')
    expect(takeUndeclaredErrors()).toEqual([
      `add 'device.exists' to the errors of things.get in the contract: it answered with it`,
    ])
    await answerWith('device.limit')
    await answerWith('session.ended')
    expect(takeUndeclaredErrors()).toEqual([])
  })

  test.fails('fails the test', async () => {
    await answerWith('device.exists')
  })
})

describe('dead letters', () => {
  const withDeadLetter = async () => {
    const database = await createDatabase({ built: true })
    const db = knex({ client: 'pg', connection: database.url })
    const fact = { build: 'users_1', lane: 'a', position: '1', event_id: randomUUID(), type: 'UserSignedUp' }
    await db('parked_facts').insert([
      { ...fact, error: 'Error: cannot take this' },
      { ...fact, position: '2', error: 'a newer program wrote this', held: true },
    ])
    await db.destroy()
    return database
  }

  test('fail a test that does not expect them, with their errors', async () => {
    const { drop } = await withDeadLetter()
    await expect(drop()).rejects.toThrow(
      /expectDeadLetters\(\):\nusers_1 UserSignedUp: Error: cannot take this$/,
    )
  })

  test('pass in a test that expects them', async () => {
    expectDeadLetters()
    await (await withDeadLetter()).drop()
  })
})

describe('the log of the product', () => {
  const printed: string[] = []
  const print = (text: string | Uint8Array) => printed.push(String(text)) > 0

  test('is not printed when a test passes', () => {
    vi.spyOn(process.stderr, 'write').mockImplementation(print)
    silentLog.info('all is well')
  })

  test.fails('is printed when one fails', () => {
    expect(printed).toEqual([])
    silentLog.error({ err: new Error('of the disk') }, 'the projector stands still')
    throw new Error('this fails')
  })

  test('has its last lines, with what was logged before', () => {
    vi.restoreAllMocks()
    expect(printed.join('')).toMatch(/all is well.*\n.*of the disk.*the projector stands still/)
  })
})
