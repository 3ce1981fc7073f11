import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callerNetwork } from '#platform/limits/caller-network.ts'
import type { Config } from '#platform/config/config.ts'
import { userOf } from './session.ts'
import { ASSETS } from './static-web.ts'

const PER_MINUTE = 300
/** The people of a whole office have no session while they log in. */
const PER_MINUTE_OF_NETWORK = 1_500
/** Browsers show no token for scripts and styles. A start without a cache loads about a hundred, and after an upgrade a whole office does. */
const ASSETS_PER_MINUTE_OF_NETWORK = 30_000
/** People and networks that are counted at the same time. */
const COUNTED = 20_000

type Bucket = { readonly key: string; readonly max: number }

const bucketOf = (app: FastifyInstance, request: FastifyRequest): Bucket => {
  const network = callerNetwork(request.ip)
  if (request.url.startsWith(ASSETS)) return { key: `assets ${network}`, max: ASSETS_PER_MINUTE_OF_NETWORK }
  const userId = userOf(app, request)
  return userId ? { key: userId, max: PER_MINUTE } : { key: network, max: PER_MINUTE_OF_NETWORK }
}

/**
 * Limits requests per minute: by person, because a whole office shares one address, or by network without a valid token, scripts and
 * styles apart. A token of an ended session counts for its person, so nobody gets more by logging in again and again.
 */
export const addRates = async (app: FastifyInstance, { RATE_FACTOR }: Config): Promise<void> => {
  await app.register(rateLimit, {
    global: false,
    max: (request) => bucketOf(app, request).max * RATE_FACTOR,
    timeWindow: 60_000,
    cache: COUNTED,
    keyGenerator: (request) => bucketOf(app, request).key,
  })
  // A hook for all routes: per route, requests without a session would be refused before they are counted.
  app.addHook('onRequest', app.rateLimit())
}
