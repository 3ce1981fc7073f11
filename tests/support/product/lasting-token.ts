import type { FastifyInstance } from 'fastify'

/** Copies the claims into a token that outlives the longest test run. A real one expires after ten minutes. */
export const lastingToken = ({ jwt }: Pick<FastifyInstance, 'jwt'>, token: string): string => {
  const { iat: _, exp: __, iss: ___, aud: ____, ...claims } = jwt.decode<Record<string, unknown>>(token)!
  return jwt.sign(claims as never, { expiresIn: '5h' })
}
