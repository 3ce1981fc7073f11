import type { FastifyInstance } from 'fastify'
import { Rejected } from '#contract/errors.ts'
import type { Platform } from '#platform/platform.ts'

/** RFC 9116 recommends less than a year. */
const VALID_MS = 90 * 24 * 3_600_000
const PATH = '/.well-known/security.txt'

/** Serves the address to which weaknesses are reported (RFC 9116): `CONTACT_EMAIL`. */
export const addSecurityTxt = (
  app: FastifyInstance,
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
): void => {
  const { CONTACT_EMAIL, PUBLIC_BASE_URL } = config
  app.get(PATH, { schema: { hide: true } }, (_request, reply) => {
    if (CONTACT_EMAIL === undefined) throw new Rejected('route.not-found')
    const lines = [
      `Contact: mailto:${encodeURIComponent(CONTACT_EMAIL).replace('%40', '@')}`,
      `Expires: ${new Date(clock.now().getTime() + VALID_MS).toISOString()}`,
      'Preferred-Languages: de, en',
      // Only an address with https may stand there.
      ...(PUBLIC_BASE_URL.startsWith('https:') ? [`Canonical: ${PUBLIC_BASE_URL}${PATH}`] : []),
    ]
    return reply
      .header('Cache-Control', 'public, max-age=86400')
      .type('text/plain; charset=utf-8')
      .send(lines.map((line) => `${line}\n`).join(''))
  })
}
