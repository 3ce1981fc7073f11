import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { Rejected } from '#contract/errors.ts'
import { fillWithDemo, mailboxMessages as endpoint, type DemoLogin } from '#contract/mailbox.ts'
import type { Routes } from '#platform/http/http.ts'
import { mailboxMessages, newestMailboxId } from '#platform/mail/mailbox.ts'
import type { Platform } from '#platform/platform.ts'

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

/**
 * The links in mails grant access, so only this machine may read them. The loopback address keeps other machines
 * out; the loopback host name keeps out web pages in a local browser (DNS rebinding).
 */
export const keepMailboxLocal = (app: FastifyInstance): void => {
  app.addHook('onRequest', async ({ routeOptions, headers, socket, method }) => {
    if (!routeOptions.url?.startsWith('/mailbox')) return
    const isForeign = !['same-origin', undefined].includes(headers['sec-fetch-site'])
    if (method === 'POST' && isForeign) throw new Rejected('route.not-found')
    if (OWN_HOST.test(headers.host ?? '') && OWN_ADDRESS.test(socket.remoteAddress ?? '')) return
    throw new Rejected('route.not-found')
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
