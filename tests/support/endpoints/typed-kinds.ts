import { goodKind } from './good-kind.ts'
import type { Answered } from '../product/product.ts'
import type { RequestApi, Team } from '../product/requests.ts'

type Typed = { readonly text: string; readonly place: string }

/** The object that holds the value at this place, and the value's key. */
const holderOf = (whole: any, place: string): readonly [any, string] => {
  const path = place.split('.')
  return [path.slice(0, -1).reduce((part, key) => part[key], whole), path.at(-1)!]
}

/** Returns a function that writes one kind, with a text at a place if one is given, which the answer shows by its field. */
export const writingKind = ({ post }: RequestApi, { id: workspaceId, admin }: Pick<Team, 'id' | 'admin'>) => {
  let id: string | undefined
  return async (typed?: Typed): Promise<Answered> => {
    const body = goodKind()
    if (typed) {
      const [holder, key] = holderOf(body, typed.place)
      holder[key] = typed.text
    }
    const answer = await post(`/kinds/write/${workspaceId}`, admin, { ...body, ...(id && { id }) })
    if (answer.status >= 300) return answer
    id = answer.body.id
    if (!typed) return answer
    const [holder, key] = holderOf(answer.body, typed.place)
    return { ...answer, body: { [typed.place.replaceAll('.0', '')]: holder[key] } }
  }
}
