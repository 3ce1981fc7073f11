import { timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Rejected } from '#contract/errors.ts'
import { fillWithDemo, mailboxMessages as endpoint, type DemoLogin } from '#contract/mailbox.ts'
import type { Routes } from '#platform/http/http.ts'
import { mailboxMessages, newestMailboxId } from '#platform/mail/mailbox.ts'
import type { Platform } from '#platform/platform.ts'
import { sha256 } from '#platform/primitives/ids.ts'

type Database = Pick<Platform, 'db'>

/** The demo company of a local installation. */
export type Demo = {
  /** Whether the installation is still empty. */
  isOffered(): Promise<boolean>
  /** Resolves with its logins when everything can be read. */
  create(): Promise<readonly DemoLogin[]>
}

/** Mails are large. */
const MAX_MAILS = 100

const OWN_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i
const OWN_ADDRESS = /^(?:(?:::ffff:)?127(?:\.\d{1,3}){3}|::1)$/i

/** A proxy or tunnel on this machine adds one of these: who sent the request may be anywhere. */
const FORWARDED = /^(?:forwarded|via|x-forwarded-.+|x-real-ip|cf-connecting-ip)$/

/**
 * Whether this machine itself asks. The loopback address keeps other machines out; the loopback host name keeps out web pages
 * in a local browser (DNS rebinding).
 */
const isFromHere = ({ headers, socket }: FastifyRequest): boolean =>
  OWN_HOST.test(headers.host ?? '') &&
  OWN_ADDRESS.test(socket.remoteAddress ?? '') &&
  !Object.keys(headers).some((name) => FORWARDED.test(name))

const TOKEN_COOKIE = 'mailbox_token'

/**
 * The links in mails grant access, so only this machine may read them, and callers with the `token` that the terminal shows.
 * `/mailbox?token=…` stores it in a cookie. Everybody else finds nothing.
 */
export const keepMailboxLocal = (app: FastifyInstance, token?: string): void => {
  const isToken = (given: unknown): boolean =>
    token !== undefined && typeof given === 'string' && timingSafeEqual(sha256(given), sha256(token))
  app.addHook('onRequest', async (request, reply) => {
    const { routeOptions, headers, method, query, cookies } = request
    if (!routeOptions.url?.startsWith('/mailbox')) return
    const isForeign = !['same-origin', undefined].includes(headers['sec-fetch-site'])
    if (method === 'POST' && isForeign) throw new Rejected('route.not-found')
    if (isFromHere(request) || isToken(cookies[TOKEN_COOKIE])) return
    const { token: given } = query as { readonly token?: unknown }
    if (routeOptions.url !== '/mailbox' || !isToken(given)) throw new Rejected('route.not-found')
    const options = { path: '/mailbox', httpOnly: true, sameSite: 'strict' } as const
    // Without the token in the address, which browsers keep.
    return reply.setCookie(TOKEN_COOKIE, String(given), options).redirect('/mailbox', 303)
  })
}

export const mailboxRoutes = (routes: Routes, { db }: Database, demo?: Demo): void => {
  routes.query(endpoint, async ({ query, raw }) => {
    const { limit = MAX_MAILS } = query
    const found = await mailboxMessages(db, { ...query, limit: limit + 1 })
    const shown = found.slice(0, limit)
    if (found.length > limit) raw.reply.header('X-Next-Cursor', shown.at(-1)!.id)
    return shown
  })
  routes.command(fillWithDemo, async () => {
    if (!(await demo?.isOffered())) throw new Rejected('route.not-found')
    const logins = await demo!.create()
    return { position: null, reply: async () => ({ logins: [...logins] }) }
  })
}

/**
 * A shown mail inherits this policy. Its inline styles need 'unsafe-inline' and its logo is a `data:` image;
 * scripts and remote images stay out.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const files = {
  '/mailbox': ['mailbox.html', 'text/html; charset=utf-8'],
  '/mailbox/mailbox.css': ['mailbox.css', 'text/css; charset=utf-8'],
  '/mailbox/mailbox.js': ['mailbox.js', 'text/javascript; charset=utf-8'],
} as const

export const addMailboxPage = (app: FastifyInstance, { db }: Database, demo?: Demo): void => {
  for (const [path, [file, type]] of Object.entries(files)) {
    const content = readFileSync(new URL(`mailbox-page/${file}`, import.meta.url))
    app.get(path, { schema: { hide: true } }, (_request, reply) =>
      reply
        .header('Content-Security-Policy', POLICY)
        .header('Cache-Control', 'no-store')
        .type(type)
        .send(content),
    )
  }
  // What the page asks again and again, so that it fetches the mails only when there are new ones.
  app.get('/mailbox/newest', { schema: { hide: true } }, async () => ({
    newest: await newestMailboxId(db),
    ...(demo && { offersDemo: await demo.isOffered() }),
  }))
}
