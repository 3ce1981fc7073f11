import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { text } from 'node:stream/consumers'
import { endpoints } from './endpoints.ts'

type Inject = (given: InjectOptions | string) => Promise<LightMyRequestResponse>

const lives = endpoints
  .filter(({ live }) => live)
  .map(({ path }) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]*')}(\\?|$)`))

/** Like `app.inject`, but closes an event stream once it has begun, with an empty body. */
export const injectSse = (app: FastifyInstance): Inject => {
  const inject = app.inject.bind(app) as Inject
  return async (given) => {
    const options = typeof given === 'string' ? { url: given } : given
    if (!lives.some((live) => live.test(options.url as string))) return inject(given)
    const answer = await inject({ ...options, payloadAsStream: true })
    const goesOn = answer.headers['content-type'] === 'text/event-stream'
    if (goesOn) answer.raw.res.destroy()
    const body = goesOn ? '' : await text(answer.stream())
    return Object.create(answer, { body: { value: body } }) as LightMyRequestResponse
  }
}
