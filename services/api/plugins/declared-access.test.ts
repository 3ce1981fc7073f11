import Fastify from 'fastify'
import Type from 'typebox'
import { expect, test } from 'vitest'
import { IdParams } from '#contract/common.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { requireAccess } from './declared-access.ts'

const declared: Endpoint = {
  operation: 'things.get',
  summary: 'A thing',
  method: 'GET',
  path: '/things/{id}',
  access: 'session',
  readModels: [],
  params: IdParams,
  status: 200,
  reply: Type.Object({}),
  errors: [],
}

const adding = (route: { method?: 'GET' | 'POST'; endpoint?: Partial<Endpoint>; hide?: boolean }) => () => {
  const app = Fastify()
  requireAccess(app)
  app.route({
    method: route.method ?? 'GET',
    url: '/things/:id',
    ...(route.endpoint && { config: { endpoint: { ...declared, ...route.endpoint } } }),
    ...(route.hide && { schema: { hide: true } }),
    handler: () => ({}),
  })
}

test('accepts a route that declares its access', () => {
  expect(adding({ endpoint: {} })).not.toThrow()
  expect(adding({ endpoint: { access: 'workspace admin', scope: { workspace: 'id' } } })).not.toThrow()
  expect(adding({ hide: true })).not.toThrow()
})

test('rejects a route without access', () => {
  expect(adding({})).toThrow('GET /things/:id does not declare who may call it')
  expect(adding({ method: 'POST', hide: true })).toThrow('POST /things/:id does not declare who')
})

test('rejects access of participants without a scope, and a scope without such access', () => {
  expect(adding({ endpoint: { access: 'workspace admin' } })).toThrow('without a scope')
  expect(adding({ endpoint: { scope: { workspace: 'id' } } })).toThrow('"session" and a scope')
  expect(adding({ endpoint: { access: 'requester', scope: { request: 'other' } } })).toThrow(
    'no parameter other',
  )
})
