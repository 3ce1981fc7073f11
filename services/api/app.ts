import compress from '@fastify/compress'
import helmet from '@fastify/helmet'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { createAccessGate } from '#modules/accounts/sign-up/access-gate.ts'
import { accountRoutes } from '#modules/accounts/accounts.routes.ts'
import { createDeviceProofs } from '#modules/accounts/devices/device-proofs.ts'
import { createDevicePins } from '#modules/accounts/devices/device-pin.store.ts'
import { createPasskeys } from '#modules/accounts/devices/passkey.store.ts'
import { createSessions } from '#modules/accounts/sessions/session.store.ts'
import { unsubscribeRoutes } from '#modules/accounts/unsubscribe.routes.ts'
import { belegRoutes } from '#modules/beleg/beleg.routes.ts'
import { createAmounts } from '#modules/beleg/amounts.ts'
import { createWordings } from '#modules/beleg/wordings.ts'
import { contactRoutes } from '#modules/contacts/contacts.routes.ts'
import { operationRoutes } from '#modules/operations/operations.routes.ts'
import { pushRoutes } from '#modules/pushes/pushes.routes.ts'
import { fileRoutes } from '#modules/requests/files/files.routes.ts'
import { createKindWriter } from '#modules/requests/kinds/kind-writer.ts'
import { requestRoutes } from '#modules/requests/requests.routes.ts'
import { createOwnNames } from '#modules/accounts/own-names.ts'
import { createMemberships } from '#modules/workspaces/participants/memberships.ts'
import { createTellName } from '#modules/workspaces/participants/tell-name.ts'
import { invitationTokens } from '#modules/workspaces/invitations/invitation-token.store.ts'
import { checkpointKeys } from '#modules/workspaces/history/history-checkpoint.ts'
import { treeSigner } from '#modules/workspaces/history/history-proofs.ts'
import { workspaceRoutes } from '#modules/workspaces/workspaces.routes.ts'
import type { Platform } from '#platform/platform.ts'
import { createWebAuthn } from '#platform/secrets/webauthn.ts'
import {
  addClientErrors,
  answerParserError,
  timeoutOptions,
  CLIENT_TIMEOUTS,
  type ClientTimeouts,
} from './plugins/client-errors.ts'
import { requireAccess } from './plugins/declared-access.ts'
import { addDocumentation } from './plugins/documentation.ts'
import { addGate } from './plugins/gate.ts'
import { addErrors, answerFrameworkError, requestId } from './plugins/errors.ts'
import { addGracefulShutdown } from './plugins/graceful-shutdown.ts'
import { denyPermissions } from './plugins/permissions.ts'
import { addRates } from './plugins/rates.ts'
import { addSecurityLog } from './plugins/security-log.ts'
import { addSecurityTxt } from './plugins/security-txt.ts'
import { buildSerializer } from './plugins/serialization.ts'
import { addSessions, addTokens } from './plugins/session.ts'
import { addStaticWeb, readPages } from './plugins/static-web.ts'
import { addTracing } from './plugins/tracing.ts'
import { addValidation } from './plugins/validation.ts'
import { healthRoutes } from './health.routes.ts'
import { openLive } from './live/live.ts'
import { liveRoutes } from './live/live.routes.ts'
import { addMailboxPage, keepMailboxLocal, mailboxRoutes, type Demo } from './mailbox.routes.ts'
import { acceptReports, policyReportRoutes } from './policy-reports.routes.ts'
import { createRoutes } from './route.ts'

export type ApiOptions = {
  /** The folder of the built web app. No pages are served without it. */
  readonly webRoot?: string
  /** Serves `/mailbox`. */
  readonly localMailbox: boolean
  /** Opens `/mailbox` from elsewhere too. Without it, only this machine may read it. */
  readonly mailboxToken?: string
  /** The demo company that the mailbox page offers. Not offered when absent. */
  readonly demo?: Demo
  /** Timeouts for tests. */
  readonly timeouts?: ClientTimeouts
}

/** Builds the API server, ready to listen or to inject requests. */
export const buildApi = async (platform: Platform, options: ApiOptions): Promise<FastifyInstance> => {
  const { config } = platform
  const loggerInstance: FastifyBaseLogger = platform.log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestId,
    trustProxy: config.TRUST_PROXY ?? false,
    bodyLimit: 64 * 1024,
    ...timeoutOptions(options.timeouts ?? CLIENT_TIMEOUTS),
    clientErrorHandler: answerParserError,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    frameworkErrors: answerFrameworkError,
    schemaController: { compilersFactory: { buildSerializer } },
  })
  addTracing(app)
  addClientErrors(app)
  const live = openLive(platform)
  addGracefulShutdown(app, live)
  denyPermissions(app)
  requireAccess(app)
  addGate(app, platform)
  const endpoints: Endpoint[] = []
  app.addHook('onRoute', ({ config: { endpoint } = {} }) => {
    if (endpoint && !endpoints.includes(endpoint)) endpoints.push(endpoint)
  })
  app.addHook('onSend', async ({ routeOptions }, reply) => {
    if (routeOptions.config?.endpoint) reply.header('Cache-Control', 'no-store')
  })
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const { method, routeOptions } = request
    const ms = Math.round(elapsedTime)
    request.log.info({ method, route: routeOptions.url, status: statusCode, ms }, 'request')
    const labels = { method, route: routeOptions.url ?? 'none', status: statusCode }
    const { endpoint } = routeOptions.config ?? {}
    // They would distort the response times.
    const isStream = endpoint && (endpoint.live ?? endpoint.file ?? endpoint.takesFile)
    if (!isStream) platform.metrics.observe('http_request_seconds', elapsedTime / 1_000, labels)
    if (!endpoint || endpoint.method === 'GET') return
    const outcome = statusCode < 400 ? 'done' : statusCode < 500 ? 'refused' : 'failed'
    platform.metrics.count('commands_total', { operation: endpoint.operation, outcome })
  })
  addSecurityLog(app, platform)
  const gate = createAccessGate(config)
  const pages = options.webRoot === undefined ? undefined : readPages(options.webRoot, { config, gate })
  addErrors(app, endpoints, pages)
  addValidation(app)
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: config.PUBLIC_BASE_URL.startsWith('https:'),
  })
  // Only for routes that enable it.
  await app.register(compress, { global: false })
  await addTokens(app, config)
  await addRates(app, config)
  const sessions = createSessions(platform, config.TOKEN_SECRET)
  await addSessions(app, platform)
  await addDocumentation(app)

  const webAuthn = createWebAuthn(config.PUBLIC_BASE_URL)
  const pins = createDevicePins(platform, platform.passwords)
  const passkeys = createPasskeys(platform, webAuthn)
  const keys = { pins, passkeys, webAuthn }
  const proofs = createDeviceProofs(platform, keys)
  const routes = createRoutes(app, platform)
  const names = createOwnNames(platform)
  healthRoutes(routes, platform)
  accountRoutes(routes, platform, {
    sessions,
    keys,
    proofs,
    invitations: invitationTokens(platform),
    memberships: createMemberships(platform),
    names,
    tellName: createTellName(platform),
    signToken: (claims, seconds) => app.jwt.sign(claims, { expiresIn: seconds }),
    gate,
  })
  workspaceRoutes(routes, platform, {
    signers: proofs,
    names,
    kinds: createKindWriter(platform),
    fromFacts: { wordings: createWordings(platform), amounts: createAmounts(platform) },
  })
  requestRoutes(routes, platform, proofs)
  belegRoutes(routes, platform, { exportKey: checkpointKeys(config)[0], log: treeSigner(config) })
  contactRoutes(routes, platform)
  pushRoutes(routes, platform)
  operationRoutes(routes, platform)
  liveRoutes(routes, live)
  await app.register(async (scope) => {
    // Mail programs send a form (RFC 8058), which says nothing that we need.
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async () => ({}))
    unsubscribeRoutes(createRoutes(scope, platform), platform)
  })
  await app.register(async (scope) => {
    // The stream itself: a file is never in memory as a whole.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', async (_request: unknown, body: unknown) => body)
    fileRoutes(createRoutes(scope, platform), platform)
  })
  await app.register(async (scope) => {
    acceptReports(scope)
    policyReportRoutes(createRoutes(scope, platform), platform)
  })
  addSecurityTxt(app, platform)
  if (options.localMailbox) {
    keepMailboxLocal(app, options.mailboxToken)
    mailboxRoutes(routes, platform, options.demo)
    addMailboxPage(app, platform, options.demo)
  }
  if (options.webRoot && pages) await addStaticWeb(app, options.webRoot, pages)
  return app
}
