import { randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LANGUAGE_COOKIE } from '#contract/common.ts'
import { reportViolation } from '#contract/policy-reports.ts'
import type { AccessGate } from '#modules/accounts/sign-up/access-gate.ts'
import { optionsOf } from '#modules/accounts/sign-up/visitors.routes.ts'
import type { Config } from '#platform/config/config.ts'
import { languageOf } from '../call.ts'

/**
 * The web's HTML documents. App documents get a new nonce per response, for the styles that MUI writes at run time.
 */
export type Pages = {
  admin(path: AdminPath, reply: FastifyReply): FastifyReply
  phone(reply: FastifyReply): FastifyReply
  /** The page that verifies files. It loads nothing, and may be kept as a file. */
  verifier(reply: FastifyReply): FastifyReply
  /** A static page in the visitor's language. */
  visitor(name: StaticPage, request: FastifyRequest, reply: FastifyReply): FastifyReply
}
type StaticPage = (typeof STATIC_PAGES)[keyof typeof STATIC_PAGES] | 'not-found'

export const STATIC_PAGES = {
  '/': 'landing',
  '/imprint': 'imprint',
  '/terms': 'terms',
  '/privacy': 'privacy',
} as const

/** Where scripts and styles are, whose names change with their content. */
export const ASSETS = '/assets/'

/** The service worker of the phone app. */
const SERVICE_WORKER = 'm-sw.js'

/** The page routes of the specification that the desk app serves, with the file of the build for each. */
export const ADMIN_PAGES = {
  '/login': 'LoginPage',
  '/login/super': 'SuperLoginPage',
  '/signup': 'SignupPage',
  '/account': 'AccountPage',
  '/super-admin/main': 'SuperAdminPage',
  '/super-admin/read-models': 'ReadModelsPage',
  '/inbox': 'InboxPage',
  '/workspaces': 'desk',
  '/workspace/:id': 'workspace',
  '/workspace/:id/overview': 'OverviewPage',
  '/auth/signed-in': 'SignedInPage',
  '/auth/confirmEmail/:token': 'ConfirmEmailPage',
  '/auth/reset-password/:token': 'ChangePasswordPage',
  '/auth/change-password-mobile/:token': 'ChangePasswordPage',
  '/users/invite/:token': 'InvitePage',
  '/users/unsubscribe/:token': 'MailLinkPage',
  '/workspaces/billing/:token': 'MailLinkPage',
} as const
export type AdminPath = keyof typeof ADMIN_PAGES
const ADMIN_PATHS = Object.keys(ADMIN_PAGES) as AdminPath[]

/** `styles` and `connectTo`: sources allowed besides our own. */
const policy = (styles: readonly string[] = [], connectTo: readonly string[] = []): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...styles].join(' '),
    ["connect-src 'self'", ...connectTo].join(' '),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `report-uri ${reportViolation.path}`,
  ].join('; ')

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign]!)

const DEFAULT_IMPRINT =
  'Dieses Vieraugen läuft auf einem eigenen Rechner und ist kein öffentliches Angebot. Anbieter ist, wer es betreibt.'

/**
 * The parts of a static page that depend on the settings: placeholders, and the words by which its styles show
 * sections.
 */
const filledIn = (config: Config) => {
  const { demoUrl, google, microsoft } = optionsOf(config)
  const imprint = (config.IMPRINT ?? DEFAULT_IMPRINT).split('|').map((line) => escape(line.trim()))
  const shown = [demoUrl !== null && 'demo', google && 'google', microsoft && 'microsoft'].filter(Boolean)
  return {
    page: (html: string) =>
      html
        .replaceAll('__DEMO_URL__', () => escape(demoUrl ?? ''))
        .replaceAll('__IMPRINT__', () => imprint.join('<br>')),
    shown: (isOpen: boolean) => [...shown, ...(isOpen ? [] : ['gated'])].join(' '),
  }
}

type Built = Readonly<
  Record<string, { readonly file: string; readonly name?: string; readonly imports?: readonly string[] }>
>

/** Adds preload links for all scripts of a page, so that the browser loads them in parallel. */
const withScripts = (html: string, built: Built, page: string): string => {
  const needed = new Set(Object.keys(built).filter((key) => built[key]?.name === page))
  // The set grows during the loop.
  for (const key of needed) for (const imported of built[key]?.imports ?? []) needed.add(imported)
  const files = [...needed].flatMap((key) => built[key]?.file ?? []).filter((file) => !html.includes(file))
  const links = files.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
  return html.replace('</head>', `${links.join('')}</head>`)
}

/** Returns the desk documents of the build in `root`, by path. */
export const readDesk = (root: string): ReadonlyMap<AdminPath, string> => {
  const html = readFileSync(join(root, 'index.html'), 'utf8')
  const built = JSON.parse(readFileSync(join(root, 'desk.json'), 'utf8')) as Built
  return new Map(ADMIN_PATHS.map((path) => [path, withScripts(html, built, ADMIN_PAGES[path])]))
}

/** The policy that a document states in itself. The header adds what only a header can say. */
const ownPolicy = (html: string): string => {
  const [, stated] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? []
  return [stated ?? "default-src 'none'", "frame-ancestors 'none'"].join('; ')
}

type Settings = { readonly config: Config; readonly gate: AccessGate }

/** Reads the documents of the build in `root`. */
export const readPages = (root: string, { config, gate }: Settings): Pages => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const page =
    (html: string, connectTo: readonly string[] = []) =>
    (reply: FastifyReply) => {
      const nonce = randomBytes(16).toString('base64')
      return reply
        .header('Content-Security-Policy', policy([`'nonce-${nonce}'`], connectTo))
        .header('Cache-Control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(html.replaceAll('__CSP_NONCE__', nonce))
    }
  const filled = filledIn(config)
  // The Microsoft login sends requests there.
  const { microsoft } = optionsOf(config)
  const authority = microsoft ? [new URL(microsoft.authority).origin] : []
  const statics = new Map(
    readdirSync(join(root, 'pages')).map((file) => [file, filled.page(read(join('pages', file)))]),
  )
  const verifier = read('verify.html')
  const verifierPolicy = ownPolicy(verifier)
  const desk = new Map([...readDesk(root)].map(([path, html]) => [path, page(html, authority)]))
  return {
    admin: (path, reply) => desk.get(path)!(reply),
    phone: page(read('m.html')),
    verifier: (reply) =>
      reply
        .header('Content-Security-Policy', verifierPolicy)
        .header('Cache-Control', 'no-cache')
        .type('text/html; charset=utf-8')
        .send(verifier),
    visitor(name, request, reply) {
      const chosen = request.cookies[LANGUAGE_COOKIE]
      const language = chosen === 'de' || chosen === 'en' ? chosen : languageOf(request.headers)
      return reply
        .header('Content-Security-Policy', policy())
        .header('Cache-Control', 'private, no-cache')
        .header('Vary', 'Accept-Language, Cookie')
        .type('text/html; charset=utf-8')
        .send(
          statics.get(`${name}.${language}.html`)!.replace('__SHOWN__', filled.shown(gate.isOpen(request))),
        )
    },
  }
}

/** Serves hashed assets without expiry, and the document of every page route. */
export const addStaticWeb = async (app: FastifyInstance, root: string, pages: Pages): Promise<void> => {
  await app.register(fastifyStatic, {
    root: join(root, 'assets'),
    prefix: ASSETS,
    index: false,
    maxAge: '1y',
    immutable: true,
    preCompressed: true,
  })
  // Files of web/public keep their names, so they expire.
  await app.register(fastifyStatic, {
    root,
    index: false,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.html', 'desk.json', SERVICE_WORKER, '*.br', '*.gz'],
    preCompressed: true,
    decorateReply: false,
    maxAge: '1h',
  })
  // Browsers fetch it at every start, and its own policy limits its requests.
  app.get(`/${SERVICE_WORKER}`, { schema: { hide: true } }, (_request, reply) =>
    reply
      .header('Content-Security-Policy', policy())
      .header('Cache-Control', 'no-cache')
      .sendFile(SERVICE_WORKER, root, { cacheControl: false }),
  )
  for (const path of ADMIN_PATHS)
    app.get(path, { schema: { hide: true } }, (_request, reply) => pages.admin(path, reply))
  for (const [path, name] of Object.entries(STATIC_PAGES))
    app.get(path, { schema: { hide: true }, compress: {} }, (request, reply) =>
      pages.visitor(name, request, reply),
    )
  app.get('/verify', { schema: { hide: true }, compress: {} }, (_request, reply) => pages.verifier(reply))
  for (const pattern of ['/m', '/m/*'])
    app.get(pattern, { schema: { hide: true } }, (_request, reply) => pages.phone(reply))
}
