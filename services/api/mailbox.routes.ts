import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { mailboxMessages as endpoint } from '#contract/operation.ts'
import type { Routes } from '#platform/http.ts'
import { mailboxMessages, newestMailboxId } from '#platform/mailbox.ts'
import type { Platform } from '#platform/platform.ts'

type Database = Pick<Platform, 'db'>

export const mailboxRoutes = (routes: Routes, { db }: Database): void => {
  routes.query(endpoint, () => mailboxMessages(db))
}

/**
 * A shown mail inherits this policy: its inline styles need 'unsafe-inline', scripts stay out, and so do
 * pictures from elsewhere.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const files = {
  '/mailbox': ['mailbox.html', 'text/html; charset=utf-8'],
  '/mailbox/mailbox.css': ['mailbox.css', 'text/css; charset=utf-8'],
  '/mailbox/mailbox.js': ['mailbox.js', 'text/javascript; charset=utf-8'],
} as const

/** The page that shows the local mailbox. */
export const addMailboxPage = (app: FastifyInstance, { db }: Database): void => {
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
  app.get('/mailbox/newest', { schema: { hide: true } }, async () => ({ newest: await newestMailboxId(db) }))
}
