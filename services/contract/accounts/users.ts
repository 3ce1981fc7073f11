import Type, { type Static } from 'typebox'
import { Empty, Id, IsoTime, nullable, TimeZone, words } from '../common.ts'
import { PersonName } from '../person.ts'
import { endpoint } from '../endpoint.ts'

export const USER_ROLES = ['admin', 'super admin', 'regular user'] as const
export const UserRole = words(USER_ROLES)
export type UserRole = Static<typeof UserRole>

export const MAIL_LANGUAGES = ['de', 'en'] as const
export const MailLanguage = words(MAIL_LANGUAGES)
/** When mails about ordinary requests come. Mails about security always come at once. */
export const REQUEST_MAILS = ['at-once', 'hourly', 'daily', 'never'] as const
export const RequestMails = words(REQUEST_MAILS)
export type RequestMails = Static<typeof RequestMails>

export const SignInMethod = Type.Union([
  Type.Literal('password'),
  Type.Literal('google'),
  Type.Literal('microsoft'),
])
export type SignInMethod = Static<typeof SignInMethod>

export const User = Type.Object(
  {
    id: Id,
    email: nullable(Type.String()),
    /** As the person gave it; null without one. */
    name: nullable(Type.String()),
    role: UserRole,
    verified: Type.Boolean(),
    approver: Type.Boolean(),
    requester: Type.Boolean(),
    language: MailLanguage,
    requestMails: RequestMails,
    /** Of the times in mails; null: the time zone of the workspace. */
    timeZone: nullable(Type.String()),
    createdAt: IsoTime,
    updatedAt: IsoTime,
  },
  { $id: 'User' },
)
export type User = Static<typeof User>

export const CurrentUser = Type.Object(
  { ...User.properties, signInMethods: Type.Array(SignInMethod) },
  { $id: 'CurrentUser' },
)
export type CurrentUser = Static<typeof CurrentUser>

export const deleteAccount = endpoint({
  operation: 'users.delete-account',
  summary:
    'Delete the caller’s account: leaves all workspaces now and erases personal data soon; 409 lists the workspaces that need another admin first',
  method: 'DELETE',
  path: '/users/delete-account',
  access: 'user',
  needsFreshLogin: true,
  command: true,
  readModels: ['users', 'workspaces', 'requests'],
  status: 200,
  reply: Empty,
  errors: ['participant.last-admin'],
})

export const currentUser = endpoint({
  operation: 'users.current',
  summary: 'The caller, with mail language and sign-in methods',
  method: 'GET',
  path: '/users/current',
  access: 'session',
  readModels: ['users'],
  status: 200,
  reply: CurrentUser,
  errors: [],
})

export const updateUserSettings = endpoint({
  operation: 'users.update-settings',
  summary:
    'Change language, time zone and frequency of the caller’s mails, or their name; null takes the zone or the name away, an empty text the name',
  method: 'PATCH',
  path: '/users/update-settings',
  access: 'session',
  command: true,
  readModels: ['users', 'workspaces', 'requests'],
  /** At least one of them. */
  body: Type.Object({
    language: Type.Optional(MailLanguage),
    name: Type.Optional(PersonName),
    requestMails: Type.Optional(RequestMails),
    timeZone: Type.Optional(nullable(TimeZone)),
  }),
  status: 200,
  reply: Type.Object({
    language: MailLanguage,
    name: nullable(Type.String()),
    requestMails: RequestMails,
    timeZone: nullable(Type.String()),
  }),
  errors: ['rate.exceeded'],
})
