import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

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

/**
 * The web app: hashed assets for ever, and for every page route one of its two HTML documents with a fresh
 * nonce for the styles that MUI writes at run time.
 */
export const addStaticWeb = async (app: FastifyInstance, root: string): Promise<void> => {
  const page = (file: string) => {
    const html = readFileSync(join(root, file), 'utf8')
    return (nonce: string) => html.replaceAll('__CSP_NONCE__', nonce)
  }
  const admin = page('index.html')
  const phone = page('m.html')

  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    maxAge: '1y',
    immutable: true,
  })
  for (const [pattern, document] of [
    ['/', admin],
    ['/m', phone],
    ['/m/*', phone],
    ...PAGES.map((pattern) => [pattern, admin] as const),
  ] as const) {
    app.get(pattern, { schema: { hide: true } }, (_request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      return reply
        .header('Content-Security-Policy', policy(nonce))
        .header('Cache-Control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(document(nonce))
    })
  }
}

/** The page routes of the specification; whatever else a browser asks for is answered by the 404 page of the app. */
const PAGES = [
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
