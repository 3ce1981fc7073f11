import Type from 'typebox'
import { endpoint } from './endpoint.ts'

export const live = endpoint({
  operation: 'health.live',
  summary: 'The process answers',
  method: 'GET',
  path: '/health/live',
  access: 'public',
  readModels: [],
  status: 200,
  reply: Type.Object({ status: Type.Literal('ok') }),
  errors: [],
})

export const ready = endpoint({
  operation: 'health.ready',
  summary: 'Whether it serves; what it depends on is told on a port of its own',
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  readModels: [],
  status: 200,
  reply: Type.Object({ status: Type.Literal('ok') }),
  errors: ['store.unavailable'],
})
