import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** The web app's two HTML documents. Each answer has a fresh nonce for the styles that MUI writes at run time. */
export type Pages = {
  admin(reply: FastifyReply): FastifyReply
  phone(reply: FastifyReply): FastifyReply
}

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Reads the documents that the build left in `root`. */
export const readPages = (root: string): Pages => {
  const page = (file: string) => {
    const html = readFileSync(join(root, file), 'utf8')
    return (reply: FastifyReply) => {
      const nonce = randomBytes(16).toString('base64')
      return reply
        .header('Content-Security-Policy', policy(nonce))
        .header('Cache-Control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(html.replaceAll('__CSP_NONCE__', nonce))
    }
  }
  return { admin: page('index.html'), phone: page('m.html') }
}

/** The page routes of the specification. Whatever else a browser asks for gets the app's own 404 page. */
export const ADMIN_PAGES = [
  '/',
  '/login',
  '/signup',
  '/workspaces',
  '/workspace/:id',
  '/auth/confirmEmail/:token',
  '/users/invite/:token',
  '/imprint',
  '/terms',
  '/privacy',
]

/** Hashed assets for ever, and for every page route its document. */
export const addStaticWeb = async (app: FastifyInstance, root: string, pages: Pages): Promise<void> => {
  await app.register(fastifyStatic, {
    root: join(root, 'assets'),
    prefix: '/assets/',
    index: false,
    maxAge: '1y',
    immutable: true,
    preCompressed: true,
  })
  // Files of web/public keep their names, so they are asked for again.
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    globIgnore: ['assets/**', '*.html', '*.br', '*.gz'],
    preCompressed: true,
    decorateReply: false,
    maxAge: '1h',
  })
  for (const pattern of ADMIN_PAGES)
    app.get(pattern, { schema: { hide: true } }, (_request, reply) => pages.admin(reply))
  for (const pattern of ['/m', '/m/*'])
    app.get(pattern, { schema: { hide: true } }, (_request, reply) => pages.phone(reply))
}
