import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { callerNetwork } from '#platform/limits/caller-network.ts'
import type { Config } from '#platform/config/config.ts'
import { userOf } from './session.ts'

const PER_MINUTE = 300
/** The people of a whole office have no session while they log in. */
const PER_MINUTE_OF_NETWORK = 1_500
/** People and networks that are counted at the same time. */
const COUNTED = 20_000

/**
 * Limits requests per minute: by person, because a whole office shares one address, or by network without a valid token. A token of
 * an ended session counts for its person, so nobody gets more by logging in again and again.
 */
export const addRates = async (app: FastifyInstance, { RATE_FACTOR }: Config): Promise<void> => {
  await app.register(rateLimit, {
    global: false,
    max: (request) => (userOf(app, request) ? PER_MINUTE : PER_MINUTE_OF_NETWORK) * RATE_FACTOR,
    timeWindow: 60_000,
    cache: COUNTED,
    keyGenerator: (request) => userOf(app, request) ?? callerNetwork(request.ip),
  })
  // A hook for all routes: per route, requests without a session would be refused before they are counted.
  app.addHook('onRequest', app.rateLimit())
}
