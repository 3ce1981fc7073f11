import Type from 'typebox'
import { endpoint } from './endpoint.ts'

export const live = endpoint({
  operation: 'health.live',
  summary: 'Whether the process is running',
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
  summary: 'Whether the process can serve requests; a separate port reports on its dependencies',
  method: 'GET',
  path: '/health/ready',
  access: 'public',
  readModels: [],
  status: 200,
  reply: Type.Object({ status: Type.Literal('ok') }),
  errors: ['store.unavailable'],
})
