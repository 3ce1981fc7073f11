import { reasonHash } from '#contract/requests/glass/glass-reason.ts'
import { typedText } from '#contract/typed-text.ts'
import { glassOf } from '../workspaces/glass.ts'
import type { Answered } from '../product/product.ts'
import type { RequestApi } from '../product/requests.ts'

/** Makes a text of several words as long as a reason must be. */
const MORE = ', which is why it is needed at once'
const lengthened = (text: string): string => (/\S \S/.test(text) ? `${text.trimEnd()}${MORE}` : text)
const shortened = (text: string): string => (text.endsWith(MORE) ? text.slice(0, -MORE.length) : text)

/** Breaks the glass for a typed reason, in a workspace of its own, and answers with the reason as it is signed or shown. */
export const reasonForGlass = async (api: RequestApi) => {
  const glass = glassOf(api)
  const team = await glass.team()
  let id = await api.newRequest(team)
  const prepare = async (reason: string): Promise<Answered> => {
    const prepared = await api.post(`/requests/glass-challenge/${id}`, team.admin, { reason })
    if (prepared.body.code !== 'request.closed') return prepared
    // A test may last longer than a request lives.
    id = await api.newRequest(team)
    return prepare(reason)
  }
  return {
    async prepared(typed: string): Promise<Answered> {
      const reason = lengthened(typed)
      const prepared = await prepare(reason)
      if (prepared.status !== 200) return prepared
      const said = typedText(reason)
      const hash = await reasonHash(said, prepared.body.textSalt)
      const isSame = hash === prepared.body.content.reasonHash
      return { ...prepared, body: { reason: isSame ? shortened(said) : 'another text' } }
    },
    async broken(typed: string): Promise<Answered> {
      const reason = lengthened(typed)
      const prepared = await prepare(reason)
      if (prepared.status !== 200) return prepared
      const proof = await team.phone.proofFor(prepared.body.challenge)
      const done = await api.post(`/requests/break-glass/${id}`, team.admin, { reason, ...proof })
      return done.status === 200
        ? { ...done, body: { reason: shortened(done.body.brokenGlass.reason) } }
        : done
    },
  }
}
