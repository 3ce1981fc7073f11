import Type from 'typebox'
import { Email, Empty, Line, Search, Text, nullable } from '../common.ts'
import { endpoint } from '../endpoint.ts'

/** Operations without a session. */

export const authOptions = endpoint({
  operation: 'auth.options',
  summary: 'Public settings for pages without a session',
  method: 'GET',
  path: '/auth/options',
  access: 'public',
  readModels: [],
  status: 200,
  reply: Type.Object({
    /** Whether sign-up needs an access code. */
    gate: Type.Boolean(),
    demoUrl: nullable(Type.String()),
    google: nullable(Type.Object({ clientId: Type.String() })),
    microsoft: nullable(Type.Object({ clientId: Type.String(), authority: Type.String() })),
    passwordMinLength: Type.Integer(),
    push: nullable(Type.Object({ publicKey: Type.String() })),
  }),
  errors: [],
})

export const accessCode = endpoint({
  operation: 'auth.access-code',
  summary: 'Unlock sign-up for seven days; a wrong code locks it again',
  method: 'POST',
  path: '/auth/access-code',
  access: 'public',
  readModels: [],
  body: Type.Object({
    /** Compared exactly. */
    code: Search(200),
  }),
  status: 200,
  reply: Type.Object({ shouldReveal: Type.Boolean() }),
  errors: ['rate.exceeded'],
})

export const sendContact = endpoint({
  operation: 'contacts.send',
  summary: 'Send a message to the operator of this installation',
  method: 'POST',
  path: '/contacts/send',
  access: 'public',
  command: true,
  readModels: [],
  body: Type.Object({
    firstName: Line(3, 100),
    lastName: Line(3, 100),
    businessEmail: Email,
    businessPhone: Type.Optional(Line(3, 40)),
    message: Text(4_000, 3),
    consent: Type.Literal(true),
    wantsUpdates: Type.Optional(Type.Boolean()),
  }),
  status: 201,
  reply: Empty,
  errors: ['rate.exceeded'],
})
