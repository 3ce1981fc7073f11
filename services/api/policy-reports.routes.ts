import type { FastifyInstance } from 'fastify'
import { reportViolation } from '#contract/policy-reports.ts'
import type { Routes } from '#platform/http/http.ts'
import type { Platform } from '#platform/platform.ts'

/** What a policy may restrict. Everybody can send reports, so any other word counts as `other`. */
const DIRECTIVES = new Set([
  'base-uri',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'worker-src',
])

/** Lets these routes take the content type in which browsers report. */
export const acceptReports = (scope: FastifyInstance): void => {
  scope.addContentTypeParser(
    'application/csp-report',
    { parseAs: 'string' },
    scope.getDefaultJsonParser('error', 'error'),
  )
}

/** An origin or a word, without the path that could say who was where. */
const originOf = (blocked: string): string =>
  /^(?:https?:\/\/[\w.:[\]-]{1,100}|[a-z-]{1,30}(?=:|$))/.exec(blocked)?.[0] ?? 'other'

/** Counts the reports of violated policies, and logs only words that we know and origins. */
export const policyReportRoutes = (
  routes: Routes,
  { log, metrics }: Pick<Platform, 'log' | 'metrics'>,
): void => {
  routes.query(reportViolation, async ({ body, requestId }) => {
    const { 'violated-directive': violated, 'blocked-uri': blocked = '' } = body['csp-report']
    const [first = ''] = violated.split(' ')
    const directive = DIRECTIVES.has(first) ? first : 'other'
    metrics.count('policy_violations_total', { directive })
    log.info(
      { requestId, directive, blocked: originOf(blocked) },
      'a page was kept from violating its policy',
    )
    return {}
  })
}
