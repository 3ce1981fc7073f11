import Type, { type Static } from 'typebox'
import { Id, IsoTime, nullable } from './common.ts'
import { endpoint } from './endpoint.ts'

export const UserRole = Type.Union([
  Type.Literal('admin'),
  Type.Literal('super admin'),
  Type.Literal('regular user'),
])
export type UserRole = Static<typeof UserRole>

export const User = Type.Object(
  {
    id: Id,
    email: nullable(Type.String()),
    role: UserRole,
    verified: Type.Boolean(),
    approver: Type.Boolean(),
    requester: Type.Boolean(),
    createdAt: IsoTime,
    updatedAt: IsoTime,
  },
  { $id: 'User' },
)
export type User = Static<typeof User>

export const currentUser = endpoint({
  operation: 'users.current',
  summary: 'The caller',
  method: 'GET',
  path: '/users/current',
  access: 'session',
  readModels: ['users'],
  status: 200,
  reply: User,
  errors: [],
})
