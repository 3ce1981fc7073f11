import type { FastifyInstance } from 'fastify'

/** The same claims in a token that outlives the longest run, where a real one ends after ten minutes. */
export const lastingToken = ({ jwt }: Pick<FastifyInstance, 'jwt'>, token: string): string => {
  const { iat: _, exp: __, iss: ___, aud: ____, ...claims } = jwt.decode<Record<string, unknown>>(token)!
  return jwt.sign(claims as never, { expiresIn: '5h' })
}
