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

test('a route that declares its access is taken', () => {
  expect(adding({ endpoint: {} })).not.toThrow()
  expect(adding({ endpoint: { access: 'workspace admin', scope: { workspace: 'id' } } })).not.toThrow()
  expect(adding({ hide: true })).not.toThrow()
})

test('a route without access stops the start', () => {
  expect(adding({})).toThrow('GET /things/:id declares nobody who may call it')
  expect(adding({ method: 'POST', hide: true })).toThrow('POST /things/:id declares nobody')
})

test('access that participants have needs the workspace it speaks of', () => {
  expect(adding({ endpoint: { access: 'workspace admin' } })).toThrow('without a scope')
  expect(adding({ endpoint: { scope: { workspace: 'id' } } })).toThrow('"session" and a scope')
  expect(adding({ endpoint: { access: 'requester', scope: { request: 'other' } } })).toThrow(
    'no parameter other',
  )
})
